import type { MatterKind } from "./admin.schema.ts";

type Entry = { path: string; label: string /** What waits behind it. */; waits?: MatterKind };
type Room = { name: string; entries: [Entry, ...Entry[]] };

/** The rooms of the administration, and what is in each. A new page is one line here. */
export const ROOMS: Room[] = [
  {
    name: "Pessoas",
    entries: [
      { path: "/admin/membros", label: "Membros" },
      { path: "/admin/admissao", label: "Admissão", waits: "admissions" },
      { path: "/admin/pedidos", label: "Pedidos de grau", waits: "degrees" },
      { path: "/admin/convites", label: "Convites" },
      { path: "/gestao-mentores", label: "Mentores", waits: "mentoring" },
      { path: "/admin/contestacoes", label: "Contestações", waits: "contestations" },
    ],
  },
  { name: "Lojas", entries: [{ path: "/admin/lojas", label: "Lojas e oficiais", waits: "spellings" }] },
  {
    name: "Estudo",
    entries: [
      { path: "/admin/relatorios", label: "Relatórios" },
      { path: "/admin/conteudo", label: "Conteúdo", waits: "texts" },
      { path: "/admin/autores", label: "Autores" },
      { path: "/admin/questoes", label: "Questões" },
      { path: "/biblioteca", label: "Biblioteca" },
      { path: "/admin/certificados", label: "Certificados" },
    ],
  },
  {
    name: "Conversa",
    entries: [
      { path: "/comunidade/moderacao", label: "Denúncias", waits: "posts" },
      { path: "/admin/salas", label: "Salas" },
      { path: "/admin/contato", label: "Contato", waits: "messages" },
      { path: "/admin/cartas", label: "Cartas e avisos" },
      { path: "/admin/boletim", label: "Boletim" },
    ],
  },
  {
    name: "Casa",
    entries: [
      { path: "/admin/configuracoes", label: "Configurações" },
      { path: "/admin/correio", label: "Cartas que não chegam", waits: "letters" },
      { path: "/admin/registro", label: "Registro de ações" },
      { path: "/admin/sistema", label: "Sistema" },
    ],
  },
];

/** Whether an address is a page of an entry, or below it. */
export const isAt = (pathname: string, { path }: Entry): boolean => pathname === path || pathname.startsWith(`${path}/`);

/** The room that an address of the administration is in. */
export const roomOf = (pathname: string): Room | undefined =>
  ROOMS.find(({ entries }) => entries.some((entry) => isAt(pathname, entry)));
