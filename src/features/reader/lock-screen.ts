/** What earphones, a keyboard's keys and the lock screen ask for. */
export type Acts = Record<"play" | "pause" | "stop" | "previoustrack" | "nexttrack", () => void>;

const NAMES = ["play", "pause", "stop", "previoustrack", "nexttrack"] as const;

let silence: HTMLAudioElement | undefined;

/**
 * Browsers show these controls, and pass keys on, only while an audio element of more than five seconds plays: a voice alone does not count, nor does
 * a stream. So silence plays below it: ten seconds, over and over, made here.
 */
function silentAudio(): HTMLAudioElement {
  if (silence) return silence;
  const rate = 8_000;
  const samples = 10 * rate;
  const wav = new DataView(new ArrayBuffer(44 + samples));
  const words = (at: number, text: string) => new Uint8Array(wav.buffer, at).set(new TextEncoder().encode(text));
  words(0, "RIFF");
  wav.setUint32(4, 36 + samples, true);
  words(8, "WAVEfmt ");
  wav.setUint32(16, 16, true);
  wav.setUint16(20, 1, true); // PCM
  wav.setUint16(22, 1, true); // one channel
  wav.setUint32(24, rate, true);
  wav.setUint32(28, rate, true); // bytes in a second
  wav.setUint16(32, 1, true);
  wav.setUint16(34, 8, true); // bits of a sample
  words(36, "data");
  wav.setUint32(40, samples, true);
  new Uint8Array(wav.buffer, 44).fill(0x80); // the middle, from which nothing moves
  silence = new Audio(URL.createObjectURL(new Blob([wav], { type: "audio/wav" })));
  silence.loop = true;
  return silence;
}

/** Shows the controls, with what the page is called: a lock screen is seen by others, and these titles name no text. */
export function showControls(acts: Acts): void {
  const { mediaSession: session } = navigator;
  if (!session) return;
  session.metadata = new MediaMetadata({
    title: document.title.replace(/ · Academia$/, ""),
    artist: "Academia",
    artwork: [{ src: "/icone-512.png", sizes: "512x512", type: "image/png" }],
  });
  for (const name of NAMES) {
    try {
      session.setActionHandler(name, acts[name]);
    } catch {
      // a browser that does not know this one
    }
  }
}

/** Says whether the voice speaks or pauses. */
export function showPlaying(playing: boolean): void {
  if (!navigator.mediaSession) return;
  navigator.mediaSession.playbackState = playing ? "playing" : "paused";
  if (playing)
    void silentAudio()
      .play()
      .catch(() => undefined); // refused: the voice speaks without controls
  else silence?.pause();
}

export function hideControls(): void {
  const { mediaSession: session } = navigator;
  if (!session) return;
  silence?.pause();
  session.playbackState = "none";
  session.metadata = null;
  for (const name of NAMES) {
    try {
      session.setActionHandler(name, null);
    } catch {
      // as above
    }
  }
}
