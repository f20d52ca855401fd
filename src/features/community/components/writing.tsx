import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import type { ApiError } from "#app/lib/api.ts";
import { usePause } from "#app/lib/use-pause.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { toastError } from "#app/ui/toasts.tsx";
import { useMentions, usePreview } from "../posts/posts.queries.ts";
import { IMAGE_LIMIT } from "../posts/posts.schema.ts";
import { CardLink } from "./card-link.tsx";
import { LinkPicker } from "./link-picker.tsx";
import { type Mentionable, MentionList } from "./mention-list.tsx";
import { asSource, type Named, typedName } from "./mentions.ts";
import { PictureChoice } from "./picture-choice.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import { pictureIn } from "./pictures.ts";
import postStyles from "./post.module.css";
import writingStyles from "./writing.module.css";

type Props = {
  boardId: string;
  label: string;
  body: string;
  onChange: (body: string) => void;
  named: Named;
  onNamed: (named: Named) => void;
  error: string | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  onSubmit: () => void;
};

/** The field in which a post is written: marks above, names after an @, and below it what the others will read. */
export function Writing({ boardId, label, body, onChange, named, onNamed, error, field, onSubmit }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<{ from: number; search: string }>();
  const [active, setActive] = useState(0);
  const [linking, setLinking] = useState(false);
  const [picture, setPicture] = useState<File>();
  const visited = useRef(false);
  /** Where the caret goes once the words that were put in are shown. */
  const caret = useRef<number>(undefined);
  const search = useSettledSearch(typed?.search ?? "");
  const found = useMentions(boardId, typed && search ? search : undefined);
  const members = typed?.search ? (found.data?.members ?? []) : [];

  /** What is marked: the end of the words, where the caret was nowhere yet. */
  const marked = (): { start: number; end: number } => {
    const { selectionStart: start, selectionEnd: end } = field.current!;
    return visited.current ? { start, end } : { start: body.length, end: body.length };
  };
  /** Replaces what is marked, or puts words at the caret, which comes to rest behind them. */
  const put = (words: string, from?: number) => {
    const { start, end } = marked();
    const before = body.slice(0, from ?? start) + words;
    caret.current = before.length;
    onChange(before + body.slice(end));
    setTyped(undefined);
  };
  useEffect(() => {
    const at = caret.current;
    caret.current = undefined;
    if (at === undefined || body.length < at) return;
    requestAnimationFrame(() => {
      // a dialog that closes has given the focus back by then
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  }, [body, field]);
  /** The words of a link, apart from the words beside them. */
  const putApart = (words: string) => {
    const { start, end } = marked();
    const before = /[\p{L}\p{N}.,;:!?)\]”]$/u.test(body.slice(0, start)) ? " " : "";
    const after = /^[\p{L}\p{N}]/u.test(body.slice(end)) ? " " : "";
    put(before + words + after);
  };
  const around = (mark: string) => {
    const { start, end } = marked();
    put(`${mark}${body.slice(start, end) || "texto"}${mark}`);
  };
  const asQuote = () => {
    const { start, end } = marked();
    const words = body.slice(start, end) || "texto citado";
    put(`${start > 0 && body[start - 1] !== "\n" ? "\n\n" : ""}> ${words.replaceAll("\n", "\n> ")}\n\n`);
  };
  const pick = ({ id: memberId, name }: Mentionable) => {
    const known = named.get(name);
    if (known && known !== memberId) return put(`[@${name}](membro:${memberId}) `, typed!.from);
    onNamed(new Map(named).set(name, memberId));
    put(`@${name} `, typed!.from);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return onSubmit();
    if (members.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + members.length) % members.length);
    else if (event.key === "Enter" || event.key === "Tab") pick(members[Math.min(active, members.length - 1)]!);
    else if (event.key === "Escape") setTyped(undefined);
    else return;
    event.preventDefault();
  };
  const choose = (file: File) => {
    if (file.size > IMAGE_LIMIT.bytes) toastError("Imagem não enviada", IMAGE_LIMIT.message);
    else setPicture(file);
  };
  const take = (event: SyntheticEvent, from: DataTransfer) => {
    const file = pictureIn(from);
    if (!file) return;
    event.preventDefault(); // a dropped file would take the place of the page
    choose(file);
  };
  const look = (area: HTMLTextAreaElement) => {
    setTyped(area.selectionStart === area.selectionEnd ? typedName(area.value, area.selectionEnd) : undefined);
    setActive(0);
  };
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={writingStyles.marks} role="toolbar" aria-label="Formatação">
        <div>
          <button type="button" aria-label="Negrito" onClick={() => around("**")}>
            <b aria-hidden="true">N</b>
          </button>
          <button type="button" aria-label="Itálico" onClick={() => around("*")}>
            <i aria-hidden="true">I</i>
          </button>
          <button type="button" onClick={asQuote}>
            <Icon name="reply" />
            Citação
          </button>
        </div>
        <div>
          <button type="button" onClick={() => setLinking(true)}>
            <Icon name="book" />
            Lição, termo
          </button>
          <PictureChoice onFile={choose}>
            <Icon name="upload" />
            Imagem
          </PictureChoice>
        </div>
      </div>
      <div className={writingStyles.writing}>
        <textarea
          id={id}
          ref={field}
          className="input"
          rows={6}
          value={body}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-autocomplete="list"
          aria-controls={members.length > 0 ? `${id}-members` : undefined}
          aria-activedescendant={members.length > 0 ? `${id}-members-${active}` : undefined}
          onChange={({ target }) => {
            onChange(target.value);
            look(target);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => take(event, event.clipboardData)}
          onDrop={(event) => take(event, event.dataTransfer)}
          onFocus={() => {
            visited.current = true;
          }}
          onBlur={() => setTyped(undefined)}
        />
        <MentionList id={`${id}-members`} members={members} active={active} onPick={pick} />
        <FieldError id={`${id}-error`} message={error} />
      </div>
      <Preview boardId={boardId} source={asSource(body, named)} />
      {picture && (
        <PictureDialog
          boardId={boardId}
          file={picture}
          onFile={choose}
          onClose={() => setPicture(undefined)}
          onPut={(words) => {
            setPicture(undefined);
            put(words);
          }}
        />
      )}
      {linking && (
        <LinkPicker
          onClose={() => setLinking(false)}
          onPick={(words) => {
            setLinking(false);
            putApart(words);
          }}
        />
      )}
    </>
  );
}

function Preview({ boardId, source }: { boardId: string; source: string }) {
  const preview = usePreview(boardId, usePause(source));
  if (source.trim() === "") return null;
  if (preview.error) return <RefusedPreview error={preview.error as ApiError} />;
  if (preview.fetchStatus === "paused") return <NoPreview>{AWAY}</NoPreview>; // what is at hand is the preview of other words
  if (!preview.data) return null;
  return (
    <div className={writingStyles.preview}>
      <p className="caps">Prévia, como os outros lerão</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server */}
      <div className={postStyles.prose} dangerouslySetInnerHTML={{ __html: preview.data.html }} />
      {preview.data.cards.map((card) => (
        <CardLink key={card.path} card={card} />
      ))}
    </div>
  );
}

/** Why there is no preview, where the writer can do something about it. */
function RefusedPreview({ error: { code, fields, message } }: { error: ApiError }) {
  if (code === "offline") return <NoPreview>{AWAY}</NoPreview>;
  if (code !== "invalid_input" && code !== "too_many_tries") return null;
  return <NoPreview>{fields.source ?? message}</NoPreview>;
}

const AWAY = "Sem conexão. A prévia volta com ela, e o que você escreveu fica.";

const NoPreview = ({ children }: { children: string }) => (
  <div className={writingStyles.preview} role="status">
    <p className="caps">Sem prévia por ora</p>
    <p>{children}</p>
  </div>
);
