/** The sound of a ringing phone: two tones, two seconds of six. Silent where the browser lets no page sound that nobody has touched. */

const tonesHz = [440, 480] as const;
const loudness = 0.06;
const soundMs = 2_000;
const cycleMs = 6_000;

let context: AudioContext | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

function sound(): void {
  context ??= new AudioContext();
  const gain = context.createGain();
  gain.gain.value = loudness;
  gain.connect(context.destination);
  for (const frequency of tonesHz) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start();
    tone.stop(context.currentTime + soundMs / 1_000);
  }
  setTimeout(() => gain.disconnect(), soundMs);
}

/** Rings, or stops. */
export function ring(isRinging: boolean): void {
  if (isRinging === (timer !== undefined)) return;
  clearInterval(timer);
  timer = undefined;
  if (isRinging) {
    sound();
    timer = setInterval(sound, cycleMs);
  } else {
    void context?.close();
    context = null;
  }
}
