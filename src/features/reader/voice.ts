import { toastError } from "#app/ui/toasts.tsx";
import { openUnattended } from "./attended.ts";
import { forgetHeard, goesOn, heardPiece, keepHeard, keepSpeed, keptSpeed, type Speed } from "./listening.ts";
import { type Acts, hideControls, showControls, showPlaying } from "./lock-screen.ts";
import { boxOf, bringIntoSight, type Piece, piecesOf } from "./spoken-text.ts";
import { beginningOf, stepFrom, type Utterance, utterancesOf } from "./utterances.ts";

/** The text after this one, and what it is called: "a próxima lição". */
export type NextText = { path: string; title: string; words: string };

export type Listening = {
  is: "silent" | "speaking" | "paused" | "ended";
  /** Whether the page scrolls along; not since its reader scrolled elsewhere. */
  follows: boolean;
  /** The device silenced the voice, as with a dark screen. */
  wasCut: boolean;
  /** Until the next text begins, after the end of this one. */
  seconds: number;
  speed: Speed;
};

/** A voice that is there has begun to speak by then. */
const BEGINS_WITHIN_MS = 5_000;
/** Between the end of a text and the next one. */
const PAUSE_SECONDS = 8;
/** A scroll so soon after a hand's move is that hand's. */
const HAND_MS = 700;

/** Where reading goes on by itself when the page is there. Kept in memory alone: a page that is loaded anew is silent. */
let goingOnAt: string | undefined;
/** A page that did not open until then does not begin to speak. */
const ARRIVES_WITHIN_MS = 30_000;

function dropGoingOn(path: string | undefined): void {
  if (path === undefined || goingOnAt !== path) return;
  goingOnAt = undefined;
  hideControls();
}

/** Reads a text aloud, sentence by sentence, as browsers cut long utterances and some cannot pause one. One for each text on its page. */
export class Voice {
  next: NextText | undefined;
  #root: () => HTMLElement | null;
  #go: (path: string) => void;
  #state: Listening = { is: "silent", follows: true, wasCut: false, seconds: 0, speed: keptSpeed() };
  #followers = new Set<() => void>();
  #pieces: Piece[] = [];
  #queue: Utterance[] = [];
  #at = 0;
  /** Distinguishes the current utterance from one that was cut off, whose end must not lead on. */
  #turn = 0;
  #begins: ReturnType<typeof setTimeout> | undefined;
  #countdown: ReturnType<typeof setInterval> | undefined;
  #handAt = Number.NEGATIVE_INFINITY;

  /** @param root the text @param go opens another page */
  constructor(root: () => HTMLElement | null, go: (path: string) => void) {
    this.#root = root;
    this.#go = go;
  }

  state = (): Listening => this.#state;

  subscribe = (follower: () => void): (() => void) => {
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  };

  #set(change: Partial<Listening>): void {
    this.#state = { ...this.#state, ...change };
    for (const follower of this.#followers) follower();
  }

  /** For as long as the text is on its page. @returns ends it, and the voice with it */
  mount = (): (() => void) => {
    const hand = (event: Event) => {
      const isBar = event.type !== "pointerdown" || event.target === document.documentElement;
      const isKey = !(event instanceof KeyboardEvent) || /^(Arrow(Up|Down)|Page(Up|Down)|Home|End| )$/.test(event.key);
      if (isBar && isKey) this.#handAt = performance.now();
    };
    const scrolled = () => {
      if (this.#state.follows && performance.now() - this.#handAt < HAND_MS) this.#set({ follows: false });
    };
    const seen = () => document.visibilityState === "visible" && this.#look();
    const moves = ["wheel", "touchmove", "keydown", "pointerdown"];
    for (const name of moves) addEventListener(name, hand, { passive: true });
    addEventListener("scroll", scrolled, { passive: true });
    document.addEventListener("visibilitychange", seen);
    const begins = goingOnAt === location.pathname;
    if (begins) goingOnAt = undefined;
    else dropGoingOn(goingOnAt);
    // after the page has scrolled to where its reader stopped
    const start = begins ? setTimeout(() => this.#beginAt(0)) : undefined;
    return () => {
      clearTimeout(start);
      for (const name of moves) removeEventListener(name, hand);
      removeEventListener("scroll", scrolled);
      document.removeEventListener("visibilitychange", seen);
      this.stop();
    };
  };

  /** Begins at what the screen shows, or where listening stopped the last time; goes on after a pause. */
  play = (): void => {
    const { is } = this.#state;
    if (is === "ended") this.goOn();
    else if (is === "paused") this.#speak();
    else if (is === "silent") this.#beginAt(undefined);
  };

  pause = (): void => {
    if (this.#state.is === "ended") this.stop();
    if (this.#state.is !== "speaking") return;
    this.#hush();
    this.#set({ is: "paused" });
    showPlaying(false);
  };

  stop = (): void => {
    if (this.#state.is === "silent") return;
    this.#fallSilent();
    hideControls();
  };

  #fallSilent(): void {
    this.#hush();
    this.#mark(undefined);
    this.#set({ is: "silent", follows: true, wasCut: false });
  }

  /** To the next paragraph, or to the beginning of this one, or the one before. */
  step = (by: 1 | -1): void => {
    if (this.#state.is === "ended") {
      if (by === 1) this.goOn();
      else this.stop();
      return;
    }
    this.#hush();
    this.#at = stepFrom(this.#queue, this.#at, by);
    this.#speak();
  };

  setSpeed = (speed: Speed): void => {
    keepSpeed(speed);
    this.#set({ speed });
    if (this.#state.is !== "speaking") return;
    this.#hush();
    this.#speak();
  };

  /** Back to what is being read. */
  comeBack = (): void => {
    this.#handAt = Number.NEGATIVE_INFINITY; // what scrolls now is the page itself
    this.#set({ follows: true });
    this.#showPlace();
  };

  /** To the next text. @param by whose act it is: a hand on the page, or time, or earphones, with nobody before the screen perhaps */
  goOn = (by: "hand" | "itself" = "itself"): void => {
    const { next } = this;
    if (!next) {
      this.stop();
      return;
    }
    this.#fallSilent(); // the controls stay for the next text, and with them the page's right to be heard behind a dark screen
    const { path } = next;
    goingOnAt = path;
    setTimeout(() => dropGoingOn(path), ARRIVES_WITHIN_MS);
    if (by === "itself") openUnattended();
    this.#go(path);
  };

  #beginAt(piece: number | undefined): void {
    const root = this.#root();
    if (!root) return;
    this.#pieces = piecesOf(root);
    this.#queue = utterancesOf(this.#pieces.map(({ text }) => text));
    this.#at = beginningOf(this.#queue, piece ?? this.#firstPiece());
    const acts: Acts = {
      play: this.play,
      pause: this.pause,
      stop: this.stop,
      previoustrack: () => this.step(-1),
      nexttrack: () => this.step(1),
    };
    showControls(acts);
    this.#speak();
  }

  /** Where listening stopped the last time, on a page that was just opened and where that is on the screen; else what the screen shows first. */
  #firstPiece(): number {
    const boxes = this.#pieces.map(({ element }) => element.getBoundingClientRect());
    const at = heardPiece();
    const heard = at === undefined ? undefined : boxes[at];
    if (at !== undefined && heard && (window.scrollY < 50 || (heard.bottom > 0 && heard.top < window.innerHeight))) return at;
    return Math.max(
      0,
      boxes.findIndex(({ top }) => top >= 0),
    );
  }

  #speak(): void {
    const utterance = this.#queue[this.#at];
    if (!utterance) {
      this.#end();
      return;
    }
    const { piece, from, to } = utterance;
    this.#set({ is: "speaking", wasCut: false });
    showPlaying(true);
    keepHeard(piece);
    this.#mark(this.#pieces[piece]!.element);
    if (this.#state.follows) this.#showPlace();
    const turn = this.#turn + 1;
    clearTimeout(this.#begins);
    this.#begins = setTimeout(() => turn === this.#turn && this.#giveUp(), BEGINS_WITHIN_MS); // before the voice may say that it begins
    this.#say(this.#pieces[piece]!.text.slice(from, to).trim(), () => {
      this.#at += 1;
      this.#speak();
    });
  }

  #say(words: string, then: () => void): void {
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.lang = "pt-BR";
    utterance.rate = this.#state.speed;
    const voices = speechSynthesis.getVoices?.() ?? [];
    const own = voices.filter(({ lang }) => /^pt([-_]|$)/i.test(lang));
    // the device's choice, unless it would choose one of another language
    if (own[0] && !own.some(({ lang }) => /^pt[-_]br$/i.test(lang))) utterance.voice = own[0];
    this.#turn += 1;
    const turn = this.#turn;
    const isCurrent = () => turn === this.#turn;
    utterance.onstart = () => clearTimeout(this.#begins);
    utterance.onerror = () => isCurrent() && this.#giveUp();
    utterance.onend = () => {
      if (!isCurrent()) return;
      clearTimeout(this.#begins);
      then();
    };
    if (voices.length > 0 && own.length === 0) queueMicrotask(() => isCurrent() && this.#giveUp());
    else speechSynthesis.speak(utterance);
  }

  /** Nothing was heard: some phones have the interface and no voice, and many of them say nothing of it either. */
  #giveUp(): void {
    if (document.visibilityState === "hidden") {
      this.#wasCut();
      return;
    }
    this.stop();
    toastError(
      "Este aparelho não leu o texto",
      "Talvez não tenha uma voz em português: instale-a nos ajustes do aparelho, em leitura ou texto em voz alta.",
    );
  }

  #wasCut(): void {
    this.pause();
    this.#set({ wasCut: true });
  }

  /** The page is seen again: some devices silenced the voice meanwhile. */
  #look(): void {
    if (this.#state.is !== "speaking") return;
    if (speechSynthesis.speaking === false || speechSynthesis.paused === true) this.#wasCut();
    else if (this.#state.follows) this.#showPlace();
  }

  #hush(): void {
    clearTimeout(this.#begins);
    clearInterval(this.#countdown);
    this.#turn += 1;
    window.speechSynthesis?.cancel();
  }

  #end(): void {
    forgetHeard();
    if (!this.next || !goesOn()) {
      this.stop();
      return;
    }
    this.#mark(undefined);
    this.#set({ is: "ended", seconds: PAUSE_SECONDS });
    this.#say(`Em seguida, ${this.next.words}: ${this.next.title}.`, () => undefined);
    this.#countdown = setInterval(() => {
      const seconds = this.#state.seconds - 1;
      this.#set({ seconds });
      if (seconds <= 0) this.goOn();
    }, 1_000);
  }

  #mark(element: HTMLElement | undefined): void {
    for (const { element: each } of this.#pieces) if (each !== element) delete each.dataset.spoken;
    if (element) element.dataset.spoken = "";
  }

  #showPlace(): void {
    const utterance = this.#queue[this.#at];
    const piece = utterance && this.#pieces[utterance.piece];
    if (piece) bringIntoSight(boxOf(piece, utterance.from, utterance.to));
  }
}
