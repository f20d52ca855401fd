import { useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError, TextAreaField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FormError, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import { useReport } from "../moderation/moderation.queries.ts";
import type { Post } from "../posts/posts.answers.ts";
import { useDeletePost, useEditPost, useFreshPost, useVersions } from "../posts/posts.queries.ts";
import { newPostInput } from "../posts/posts.schema.ts";
import type { TopicHead } from "../topics/topics.answers.ts";
import dialogsStyles from "./dialogs.module.css";
import { asSource, readable } from "./mentions.ts";
import postStyles from "./post.module.css";
import type { PostDialog } from "./post-article.tsx";
import { useKeptWords } from "./use-kept-words.ts";
import { moment } from "./words.ts";

type Props = { dialog: PostDialog; topic: TopicHead; onClose: () => void };

export function PostDialogs({ dialog: { kind, post }, topic, onClose }: Props) {
  const props = { post, topic, onClose };
  switch (kind) {
    case "edit":
      return <EditDialog {...props} />;
    case "delete":
      return <DeleteDialog {...props} />;
    case "report":
      return <ReportDialog {...props} />;
    case "versions":
      return <VersionsDialog {...props} />;
  }
}

type OfPost = { post: Post; topic: TopicHead; onClose: () => void };

/** Changes one's own words. When another device was faster, both are shown, and nothing is lost. */
function EditDialog({ post, topic, onClose }: OfPost) {
  const name = `edicao:${post.id}`;
  const kept = readable(draftOf<string>(name) ?? post.source ?? "");
  const [body, setBody] = useState(kept.text);
  const [named] = useState(kept.named);
  const [problem, setProblem] = useState<{ field?: string; form?: string }>({});
  const [other, setOther] = useState<Post>();
  const edit = useEditPost(topic.id);
  const fresh = useFreshPost(topic.id);
  const version = other?.version ?? post.version;
  const onError = async (error: Error) => {
    const code = error instanceof ApiError ? error.code : undefined;
    const inField = error instanceof ApiError ? error.fields.source : undefined;
    const now = code === "conflict" ? await fresh(post.number).catch(() => undefined) : undefined;
    if (now?.source != null && now.version !== version) setOther(now);
    setProblem(
      inField ? { field: inField } : { form: now ? "Esta mensagem mudou em outra aba ou em outro aparelho." : error.message },
    );
  };
  const submit = () => {
    const source = asSource(body, named);
    const { error } = newPostInput.shape.source.safeParse(source);
    if (error) return setProblem({ field: error.issues[0]!.message });
    edit.mutate(
      { postId: post.id, source, version },
      {
        onSuccess: (saved) => {
          forgetDraft(name);
          onClose();
          if (saved.state === "visible") toastSuccess("Mensagem alterada");
        },
        onError: (failure) => void onError(failure),
      },
    );
  };
  return (
    <FormDialog
      title="Editar a mensagem"
      description={<p>As versões anteriores continuam à vista de quem lê o assunto.</p>}
      action={other ? "Guardar a minha" : "Guardar"}
      busyLabel="Guardando..."
      busy={edit.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextAreaField
        label="Mensagem"
        rows={10}
        value={body}
        error={problem.field}
        onChange={({ target }) => {
          setBody(target.value);
          setProblem({});
          keepDraft(name, asSource(target.value, named));
        }}
      />
      {other && (
        <div className="note">
          <p>
            <strong>Lá ela diz:</strong>
          </p>
          <p className={postStyles.asWritten}>{readable(other.source ?? "").text}</p>
          <button
            type="button"
            className="text-btn"
            onClick={() => {
              forgetDraft(name);
              onClose();
            }}
          >
            Ficar com a de lá
          </button>
        </div>
      )}
      <FormError message={problem.form} />
    </FormDialog>
  );
}

function DeleteDialog({ post, topic, onClose }: OfPost) {
  const remove = useDeletePost(topic.id);
  return (
    <ConfirmDialog
      title={`Excluir a mensagem ${post.number}?`}
      description={`As palavras somem para todos, também onde foram citadas${post.number === 1 ? ", e com elas o título do assunto" : ""}. O lugar fica, com o aviso de que o autor excluiu. Não há como desfazer.`}
      action="Excluir"
      busyLabel="Apagando..."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { postId: post.id, version: post.version },
          {
            onSuccess: () => {
              onClose();
              toastSuccess("Mensagem excluída");
            },
            onError: (error) => toastFailure("Erro ao excluir a mensagem", error),
          },
        )
      }
    />
  );
}

const REASONS = [
  "Trata de assunto de grau superior ao desta sala",
  "Ofende um irmão ou outra pessoa",
  "Expõe dados de alguém",
  "É propaganda, ou não tem a ver com o assunto",
];

/** Tells the moderators of a post, with a reason. */
function ReportDialog({ post, onClose }: OfPost) {
  const [choice, setChoice] = useState<string>();
  const { words, write, forget } = useKeptWords(`denuncia:${post.id}`);
  const [problem, setProblem] = useState<string>();
  const report = useReport();
  const submit = () => {
    const reason = [choice, words.trim()].filter(Boolean).join(". ");
    if (reason.length < 5) return setProblem("Escolha um motivo, ou escreva-o.");
    report.mutate(
      { postId: post.id, reason },
      {
        onSuccess: () => {
          forget();
          onClose();
          toastSuccess("Denúncia enviada", "Um moderador vai olhar a mensagem, e você será avisado do que se decidiu.");
        },
        onError: (error) => setProblem((error instanceof ApiError && error.fields.reason) || error.message),
      },
    );
  };
  return (
    <FormDialog
      title={`Denunciar a mensagem ${post.number}`}
      description={<p>Só os moderadores leem a denúncia. O autor não sabe quem a fez.</p>}
      action="Enviar a denúncia"
      busyLabel="Enviando..."
      busy={report.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset className={dialogsStyles.reasons}>
        <legend>Motivo</legend>
        {REASONS.map((reason) => (
          <label key={reason} className="choice">
            <input
              type="radio"
              name="motivo"
              checked={choice === reason}
              onChange={() => {
                setChoice(reason);
                setProblem(undefined);
              }}
            />
            <span />
            <span>{reason}</span>
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label="Em suas palavras (opcional)"
        rows={3}
        value={words}
        onChange={({ target }) => {
          write(target.value);
          setProblem(undefined);
        }}
      />
      <FieldError id="motivo-erro" message={problem} />
    </FormDialog>
  );
}

function VersionsDialog({ post, onClose }: OfPost) {
  const versions = useVersions(post.id, post.version);
  return (
    <Dialog open onClose={onClose} title={`Versões da mensagem ${post.number}`}>
      {versions.isPending && <Skeleton label="Carregando..." lines={2} />}
      {versions.isError && <FormError message={versions.error.message} />}
      {versions.data && (
        <ol className={dialogsStyles.versions}>
          {versions.data.versions.map(({ version, at, html }) => (
            <li key={version}>
              <p className="meta">
                {version === post.version ? "Agora, desde" : `Versão ${version}, de`} {moment(at).toLocaleLowerCase("pt-BR")}
              </p>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server */}
              <div className={postStyles.prose} dangerouslySetInnerHTML={{ __html: html }} />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
