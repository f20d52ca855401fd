import { useState } from "react";
import { Link } from "react-router";
import { useMembers } from "#app/features/admin/admin.queries.ts";
import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import { sayOf } from "#app/lib/api.ts";
import { DEGREE_LABEL, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { searchProblem } from "#app/lib/search.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { SearchSelect } from "#app/ui/search-select.tsx";
import { ErrorState, FormError, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { AuthorList } from "../authoring.answers.ts";
import { useAuthors, useGiveAuthorPart } from "../authoring.queries.ts";
import { PART_LABEL, PARTS, type Part } from "../authoring.schema.ts";

const HEAD = {
  room: "Estudo",
  heading: "Autores e revisores",
  lead: "Quem escreve as lições e as questões de cada grau, e quem as revisa antes de publicar. Ninguém revisa o que escreveu.",
};

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function AuthorsPage() {
  const list = useAuthors();
  return (
    <AdminPage {...HEAD}>
      <p>
        <Link to="/admin/conteudo">O curso, lição por lição</Link>. Numa casa de um autor só, as{" "}
        <Link to="/admin/configuracoes">Configurações</Link> permitem que ele publique o que escreveu.
      </p>
      {list.isPending && <Skeleton label="Carregando..." />}
      {list.isError && (
        <ErrorState title="Não foi possível carregar os dados." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && (
        <>
          {DEGREES.map((degree) => (
            <OfDegree key={degree} degree={degree} authors={list.data.authors.filter((each) => each.degree === degree)} />
          ))}
          <GivePart />
        </>
      )}
    </AdminPage>
  );
}

function OfDegree({ degree, authors }: { degree: Degree; authors: AuthorList["authors"] }) {
  const give = useGiveAuthorPart();
  return (
    <section aria-labelledby={`grau-${degree}`}>
      <div className="ruled-head">
        <h2 id={`grau-${degree}`}>{DEGREE_LABEL[degree]}</h2>
      </div>
      {authors.length === 0 && <p className="meta">Ninguém escreve nem revisa este grau.</p>}
      <ul className="ruled-rows">
        {authors.map(({ memberId, name, part, holds }) => (
          <li key={`${memberId} ${part}`}>
            <p>
              <Link to={`/admin/membros/${memberId}`}>{name}</Link>, {PART_LABEL[part].toLowerCase()}
              {!holds && <span className="meta"> · agora sem o grau, ou sem tomar parte: o papel descansa</span>}
            </p>
            <Button
              small
              look="secondary"
              aria-label={`Tirar de ${name} o papel de ${PART_LABEL[part].toLowerCase()}`}
              busy={give.isPending}
              busyLabel="Tirando..."
              onClick={() =>
                give.mutate(
                  { memberId, degree, part, given: false },
                  {
                    onSuccess: () => toastSuccess("Papel retirado", "O que ele escreveu continua na casa."),
                    onError: (error) => toastFailure("O papel não foi retirado.", error),
                  },
                )
              }
            >
              Tirar
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Candidate = { id: string; name: string; email: string; degree: Degree };

function GivePart() {
  const give = useGiveAuthorPart();
  const [typed, setTyped] = useState("");
  const [member, setMember] = useState<Candidate | null>(null);
  const [degree, setDegree] = useState<Degree>("aprendiz");
  const [part, setPart] = useState<Part>("author");
  const [failure, setFailure] = useState<string>();
  const search = useSettledSearch(typed.trim());
  const found = useMembers({ search, order: "newest" });
  const candidates: Candidate[] = search === "" ? [] : (found.data?.pages[0]?.members ?? []);
  const searching = search !== typed.trim() || found.isFetching;
  const status =
    typed.trim() === ""
      ? "Digite parte do nome ou do e-mail."
      : searching
        ? "Buscando..."
        : candidates.length === 0
          ? "Ninguém encontrado."
          : null;
  return (
    <section aria-labelledby="dar">
      <div className="ruled-head">
        <h2 id="dar">Confiar textos a alguém</h2>
      </div>
      <form
        className="form room-s"
        onSubmit={(event) => {
          event.preventDefault();
          setFailure(undefined);
          if (!member) return setFailure("Escolha um membro da lista.");
          give.mutate(
            { memberId: member.id, degree, part, given: true },
            {
              onSuccess: () => {
                toastSuccess("Papel dado", `${member.name} recebe uma carta.`);
                setMember(null);
              },
              onError: (error) => setFailure(sayOf(error)),
            },
          );
        }}
      >
        <SearchSelect<Candidate>
          label="Membro"
          help="Ele precisa ter o grau dos textos."
          items={searching ? [] : candidates}
          value={member}
          onChange={setMember}
          onSearch={setTyped}
          status={searchProblem(typed) ?? status}
          idOf={({ id }) => id}
          textOf={({ name }) => name}
        >
          {({ name, email, degree: own }) => (
            <span>
              {name}
              <span className="meta">
                {" "}
                {DEGREE_LABEL[own]} · {email}
              </span>
            </span>
          )}
        </SearchSelect>
        <SelectField
          label="Textos do grau de"
          value={degree}
          onChange={(event) => setDegree(event.currentTarget.value as Degree)}
        >
          {DEGREES.map((each) => (
            <option key={each} value={each}>
              {DEGREE_LABEL[each]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Papel" value={part} onChange={(event) => setPart(event.currentTarget.value as Part)}>
          {PARTS.map((each) => (
            <option key={each} value={each}>
              {PART_LABEL[each]}
            </option>
          ))}
        </SelectField>
        <FormError message={failure} />
        <Button type="submit" busy={give.isPending} busyLabel="Guardando...">
          Dar o papel
        </Button>
      </form>
    </section>
  );
}
