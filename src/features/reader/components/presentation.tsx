import { type CSSProperties, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { Icon } from "#app/ui/icons.tsx";
import { useScreenAwake } from "../screen-awake.ts";
import styles from "./presentation.module.css";

type Props = {
  text: RefObject<HTMLElement | null>;
  /** What the first page shows. */
  title: string;
  standfirst: string;
  /** Of the button that opens it. */
  className: string | undefined;
};

/** One page of the presentation: a copy of a part of the text. */
type Page = { html: string; heading: boolean };

/** "Apresentar na Loja": the text for a projector, one block or plate at a time, in large type. It is an entry of the history: Back ends it. */
export function Presentation({ className, ...what }: Props) {
  const [pages, setPages] = useState<Page[]>();
  const { state } = useLocation();
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const open = pages !== undefined && state?.presenting === true;
  useEffect(() => {
    if (open) return () => button.current?.focus();
  }, [open]);
  const show = () => {
    setPages(pagesOf(what.text.current!));
    void navigate({ search: location.search, hash: location.hash }, { state: { presenting: true }, preventScrollReset: true });
  };
  const close = useCallback(() => void navigate(-1), [navigate]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label="Apresentar na Loja"
        title="Apresentar na Loja"
        onClick={show}
      >
        <Icon name="present" />
        <span>Apresentar</span>
      </button>
      {open && createPortal(<Stage {...what} pages={pages} onClose={close} />, document.body)}
    </>
  );
}

/** Parts of a text that are shown as one, whatever they hold. */
const WHOLE = "figure, table, blockquote, .box";
/** What is shown apart: each one a page. */
const PARTS = "h2, h3, p, ul, ol, section.ponder, figure, table, blockquote, .box";
/** What nobody presses, or reads, on a wall: the marks of notes and footnotes, the sources, what is beside the text. */
const LEFT_OUT = ".no-print, [data-note], sup, .footnotes";

/** Cuts a text into pages. All that they show is in them already: what comes after needs no network. */
function pagesOf(text: HTMLElement): Page[] {
  const parts = [...text.querySelectorAll<HTMLElement>(PARTS)].filter(
    (part) => !part.closest(LEFT_OUT) && !part.parentElement!.closest(`${WHOLE}, ul, ol, .ponder`),
  );
  return parts
    .flatMap((part) => (part.matches(".ponder") ? [...part.querySelectorAll<HTMLElement>("h2, p")] : [part]))
    .map((part) => ({ html: copyOf(part).outerHTML, heading: /^H[23]$/.test(part.tagName) }));
}

/** A copy without ids, which the page itself has, in which nothing is pressed and nothing is folded. */
function copyOf(part: HTMLElement): HTMLElement {
  const copy = part.cloneNode(true) as HTMLElement;
  for (const each of copy.querySelectorAll(LEFT_OUT)) each.remove();
  for (const each of [copy, ...copy.querySelectorAll("[id]")]) if (!each.closest("svg")) each.removeAttribute("id");
  for (const each of copy.querySelectorAll("a")) each.replaceWith(...each.childNodes);
  for (const each of copy.querySelectorAll("details")) each.open = true;
  return copy;
}

/** By how many pages each key goes on. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
/** What lies below or above on a page that is longer than the screen comes before the next one. */
const SCROLLS: Record<string, number> = { ArrowDown: 1, PageDown: 1, " ": 1, ArrowUp: -1, PageUp: -1 };
/** How far a finger moves before that turns the page, in pixels. */
const SWIPE = 50;

type StageProps = Omit<Props, "text" | "className"> & { pages: Page[]; onClose: () => void };

function Stage({ pages, title, standfirst, onClose }: StageProps) {
  const [at, setAt] = useState(0);
  const count = pages.length + 1; // the title comes first
  const go = useCallback((to: number) => setAt(Math.min(count - 1, Math.max(0, to))), [count]);
  const stage = useRef<HTMLDialogElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const touched = useRef<{ x: number; y: number }>(undefined);
  useFullScreen(stage, onClose);
  useScreenAwake(true);
  useFittingType(sheet, at);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const pressed = event.target instanceof HTMLButtonElement && event.key === " ";
      const [step, scroll] = [STEPS[event.key], SCROLLS[event.key]];
      if (pressed || (!step && !scroll)) return;
      event.preventDefault();
      if (scroll && scrolled(sheet.current!, scroll)) return;
      go(at + (step ?? scroll!));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [at, go]);
  const page = pages[at - 1];
  return (
    <dialog
      ref={stage}
      tabIndex={-1}
      className={`${styles.stage} no-print`}
      aria-label={`Apresentação: ${title}`}
      onPointerDown={({ clientX: x, clientY: y, pointerType }) => {
        touched.current = pointerType === "mouse" ? undefined : { x, y };
      }}
      onPointerUp={({ clientX, clientY }) => {
        const from = touched.current;
        touched.current = undefined;
        const [x, y] = from ? [clientX - from.x, clientY - from.y] : [0, 0];
        if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(at + (x < 0 ? 1 : -1));
      }}
    >
      <div key={at} ref={sheet} className={`${styles.page} lesson-text`}>
        {page ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a copy of what the page shows, rendered and sanitised by the server
          <div className={page.heading ? styles.heading : styles.block} dangerouslySetInnerHTML={{ __html: page.html }} />
        ) : (
          <div className={`${styles.heading} ${styles.title}`}>
            <h2>{title}</h2>
            <p>{standfirst}</p>
          </div>
        )}
      </div>
      <div className={styles.controls} style={{ "--shown": at / (count - 1) } as CSSProperties}>
        <button type="button" className="icon-btn" aria-label="Página anterior" disabled={at === 0} onClick={() => go(at - 1)}>
          <Icon name="arrow-l" />
        </button>
        <span className="osf" role="status">
          {at + 1} de {count}
        </span>
        <button
          type="button"
          className="icon-btn"
          aria-label="Próxima página"
          disabled={at === count - 1}
          onClick={() => go(at + 1)}
        >
          <Icon name="arrow" />
        </button>
        <button type="button" className={`btn btn-2 btn-sm ${styles.close}`} onClick={onClose}>
          Encerrar
        </button>
      </div>
    </dialog>
  );
}

/** Scrolls a page by most of the screen. @returns whether there was something to scroll to */
function scrolled(page: HTMLElement, direction: number): boolean {
  const before = page.scrollTop;
  page.scrollBy({ top: direction * page.clientHeight * 0.85 });
  return Math.abs(page.scrollTop - before) > 1;
}

/** Relative sizes of the type, largest first: a short question fills the wall, a long paragraph still fits it. */
const SIZES = [1.6, 1.35, 1.15, 1];

/** Sets a page as large as it fits without scrolling. */
function useFittingType(page: RefObject<HTMLDivElement | null>, at: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is another element
  useLayoutEffect(() => {
    const resize = () => {
      const sheet = page.current!;
      for (const size of SIZES) {
        sheet.style.setProperty("--size", String(size));
        if (sheet.scrollHeight <= sheet.clientHeight) return;
      }
    };
    resize();
    window.addEventListener("resize", resize);
    return () => window.removeEventListener("resize", resize);
  }, [page, at]);
}

/** Above everything, and over the whole screen where the browser allows it; Escape, or leaving the full screen, ends it. */
function useFullScreen(stage: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  useEffect(() => {
    const dialog = stage.current!;
    dialog.showModal();
    dialog.focus(); // and not a button, whose ring would be on the wall
    let full = false;
    let over = false;
    const end = () => {
      if (!over) onClose();
    };
    const onChange = () => {
      if (full && !document.fullscreenElement) end();
      full = document.fullscreenElement !== null;
    };
    dialog.addEventListener("close", end);
    document.addEventListener("fullscreenchange", onChange);
    void document.documentElement.requestFullscreen?.().catch(() => undefined); // refused: it fills the window
    return () => {
      over = true;
      dialog.removeEventListener("close", end);
      document.removeEventListener("fullscreenchange", onChange);
      dialog.close();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [stage, onClose]);
}
