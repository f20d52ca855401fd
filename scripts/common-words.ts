import { writeFileSync } from "node:fs";
import { dictionary as world } from "@zxcvbn-ts/language-common";
import { dictionary as brazil } from "@zxcvbn-ts/language-pt-br";
import { guessesFor } from "#app/features/account/password-judge.ts";
import { fold } from "#app/lib/text.ts";

/** Writes src/features/account/common-words.ts: what people choose as passwords, by the rank at which somebody who guesses comes to it. */

/** Clubs, and the words that brothers are likely to choose here. */
const CLUBS =
  "flamengo corinthians palmeiras santos saopaulo vasco gremio internacional inter cruzeiro atletico galo botafogo fluminense bahia vitoria sport ceara fortaleza goias coritiba athletico timao mengao verdao tricolor colorado fogao furacao nautico guarani portuguesa juventude chapecoense";
const LODGE =
  "acacia esquadro compasso prumo nivel templo loja oriente irmao irmaos aprendiz companheiro mestre hiram salomao malho cinzel avental coluna colunas jaquim boaz venerav veneravel arquiteto universo pedreiro maconico maconica fraternidade liberdade igualdade luz pedrabruta capitulo comanderia templario cavaleiro arcoreal jerusalem grandeoriente grandeloja";
/** The state capitals and other large towns, cars, family and work. */
const PLACES =
  "saopaulo riodejaneiro salvador fortaleza manaus curitiba recife goiania belem portoalegre saoluis maceio natal teresina joaopessoa aracaju cuiaba campogrande florianopolis vitoria portovelho macapa riobranco palmas boavista brasilia belohorizonte guarulhos campinas santos osasco ribeiraopreto sorocaba uberlandia londrina maringa joinville blumenau niteroi petropolis bauru piracicaba jundiai franca santoandre saocaetano caxias pelotas cascavel parana paraiba amazonas minas minasgerais gaucho paulista carioca mineiro baiano nordeste copacabana ipanema brasil brasileiro portugal italia";
const LIFE =
  "fusca opala chevette brasilia corcel passat gol kombi monza uno palio corsa fiesta escort santana maverick variant ford fiat volkswagen chevrolet toyota honda yamaha harley mercedes scania volvo netinho netinha neto neta netos netas filho filha filhos esposa mulher marido mae pai vovo avo familia saudade amor deus jesus cristo senhor maria fe paz esperanca felicidade vida casa lar mar praia sol lua estrela cachorro gato rex bolinha princesa gatinha pescaria pescador futebol churrasco cerveja viola samba aposentado contador advogado medico dentista engenheiro professor policial militar soldado sargento capitao coronel bombeiro vendedor motorista mecanico fazenda sitio chacara boiadeiro cavalo bonanza banco bradesco itau caixa senha segredo entrar mudar trocar teste";
const TIERS = [30, 100, 300, 1_000, 3_000, 10_000, 30_000];
const MOST = { passwords: 12_000, words: 4_500, names: 1_600 };

const ranks = new Map<string, number>();
/** @param factor how much later than by its place in its list a word is tried */
function add(list: Iterable<string>, most: number, factor = 1): void {
  let place = 0;
  for (const entry of list) {
    place += 1;
    if (place > most) return;
    const word = fold(String(entry)).replace(/[^a-z0-9]/g, "");
    if (word.length >= 3 && word.length <= 20)
      ranks.set(word, Math.min(ranks.get(word) ?? Number.POSITIVE_INFINITY, place * factor));
  }
}
add(CLUBS.split(" "), 100);
add(LODGE.split(" "), 100);
add(PLACES.split(" "), 200, 3);
add(LIFE.split(" "), 200, 3);
add(world["passwords-common"], MOST.passwords);
add(brazil["firstnames-pt-br"], MOST.names);
add(brazil["lastnames-pt-br"], MOST.names);
add(brazil["commonWords-pt-br"], MOST.words, 2);

const tierOf = (rank: number) => TIERS.find((tier) => rank <= tier) ?? TIERS.at(-1)!;
const lines = new Map(TIERS.map((tier) => [tier, [] as string[]]));
for (const [word, rank] of ranks) {
  // what other rules find as soon need not be listed
  const without = guessesFor(word, [], new Map());
  if (without > tierOf(rank)) lines.get(tierOf(rank))!.push(word);
}
const list = [...lines].map(([tier, words]) => `${tier} ${words.toSorted().join(" ")}`).join("\\n");
writeFileSync(
  new URL("../src/features/account/common-words.ts", import.meta.url),
  `/** Made by scripts/common-words.ts: each line is a rank and the words that a guesser comes to by then (password-judge.ts). */\nexport const COMMON_WORDS = "${list}";\n`,
);
