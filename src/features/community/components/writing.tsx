import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import styles from "../pages/topic.module.css";
import { useMentions, usePreview } from "../posts/posts.queries.ts";
import { CardLink } from "./card-link.tsx";
import { LinkPicker } from "./link-picker.tsx";
import { type Mentionable, MentionList } from "./mention-list.tsx";
import { asSource, type Named, typedName } from "./mentions.ts";
import { PictureButton } from "./picture-button.tsx";
import { usePause } from "./use-pause.ts";

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
  const search = useSettledSearch(typed?.search ?? "");
  const found = useMentions(boardId, typed && search ? search : undefined);
  const members = typed?.search ? (found.data?.members ?? []) : [];

  /** Replaces what is marked, or puts words at the caret, which comes to rest behind them. */
  const put = (words: string, from?: number) => {
    const area = field.current!;
    const start = from ?? area.selectionStart;
    onChange(body.slice(0, start) + words + body.slice(area.selectionEnd));
    setTyped(undefined);
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(start + words.length, start + words.length);
    });
  };
  const around = (mark: string) => {
    const { selectionStart, selectionEnd } = field.current!;
    put(`${mark}${body.slice(selectionStart, selectionEnd) || "texto"}${mark}`);
  };
  const asQuote = () => {
    const { selectionStart, selectionEnd } = field.current!;
    const words = body.slice(selectionStart, selectionEnd) || "texto citado";
    put(`${selectionStart > 0 && body[selectionStart - 1] !== "\n" ? "\n\n" : ""}> ${words.replaceAll("\n", "\n> ")}\n\n`);
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
  const look = (area: HTMLTextAreaElement) => {
    setTyped(area.selectionStart === area.selectionEnd ? typedName(area.value, area.selectionEnd) : undefined);
    setActive(0);
  };
  return (
    <>
      <div className={styles.marks} role="toolbar" aria-label="Formatação">
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
          <PictureButton boardId={boardId} onPicture={(words) => put(words)} />
        </div>
      </div>
      <div className={styles.writing}>
        <textarea
          ref={field}
          className="input"
          rows={6}
          value={body}
          aria-label={label}
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
          onBlur={() => setTyped(undefined)}
        />
        <MentionList id={`${id}-members`} members={members} active={active} onPick={pick} />
        <FieldError id={`${id}-error`} message={error} />
      </div>
      <Preview boardId={boardId} source={asSource(body, named)} />
      {linking && (
        <LinkPicker
          onClose={() => setLinking(false)}
          onPick={(words) => {
            setLinking(false);
            put(words);
          }}
        />
      )}
    </>
  );
}

function Preview({ boardId, source }: { boardId: string; source: string }) {
  const preview = usePreview(boardId, usePause(source));
  if (source.trim() === "" || !preview.data) return null;
  return (
    <div className={styles.preview}>
      <p className="caps">Prévia, como os outros lerão</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server */}
      <div className={styles.prose} dangerouslySetInnerHTML={{ __html: preview.data.html }} />
      {preview.data.cards.map((card) => (
        <CardLink key={card.path} card={card} />
      ))}
    </div>
  );
}
