import { useNavigate, useParams } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { EmptyState, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastSuccess } from "#app/ui/toasts.tsx";
import { GroupForm, type GroupValues } from "../components/group-form.tsx";
import { GroupFrame } from "../components/group-frame.tsx";
import type { Group } from "../reading-groups.answers.ts";
import { useChangeGroup, useGroup, useGroupTexts } from "../reading-groups.queries.ts";

const TITLE = "Mudar os textos";

const Shell = () => (
  <PageShell>
    <GroupFrame name={TITLE}>
      <Skeleton label="Carregando..." lines={8} />
    </GroupFrame>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

const valuesOf = ({ id, name, word, degree, from, weeks }: Group): GroupValues => ({
  ...{ id, name, word, degree, startsOn: from },
  texts: weeks.map(({ textKind, textId }) => ({ kind: textKind, textId })),
});

/** Changes a group's name, its word, and the texts of the weeks that have not begun. */
export default function ChangeGroupPage() {
  const { groupId = "" } = useParams();
  const group = useGroup(groupId);
  const texts = useGroupTexts();
  const change = useChangeGroup(groupId);
  const navigate = useNavigate();
  if (group.isPending || texts.isPending) return <Shell />;
  if (!group.data || !texts.data) {
    const failed = group.data ? texts : group;
    return (
      <GroupFrame name={TITLE}>
        <ErrorState title="Não foi possível abrir o grupo" error={failed.error} onRetry={() => void failed.refetch()} />
      </GroupFrame>
    );
  }
  if (!group.data.can.keep)
    return (
      <GroupFrame name={TITLE}>
        <EmptyState title="Os textos quem muda é o responsável, enquanto o grupo está aberto" />
      </GroupFrame>
    );
  const begun = group.data.week ?? 0;
  return (
    <GroupFrame name={TITLE} lead="Mudam as semanas que ainda não começaram. Pode pôr mais uma, ou tirar.">
      <GroupForm
        key={begun}
        draft={`grupo:${groupId}:${begun}`}
        known={valuesOf(group.data)}
        begun={begun}
        texts={texts.data.texts}
        action="Guardar"
        busy={change.isPending}
        onSubmit={({ name, word, texts: chosen }, { done, failed }) =>
          change.mutate(
            { name, word, texts: chosen },
            {
              onSuccess: (_, here) => {
                done();
                toastSuccess("Grupo guardado");
                if (here) void navigate(`/grupos/${groupId}`, { replace: true });
              },
              onError: (error) => {
                if (error instanceof ApiError && error.code === "conflict") done(); // what was typed does not fit any more
                failed(error);
              },
            },
          )
        }
      />
    </GroupFrame>
  );
}
