/** What an arrival does outside of the page: a notification of the desktop, a short sound. */

/** Asks for the browser's permission, where it was not asked on this device. Rejects where there is none to have. */
export async function allowDesktop(): Promise<void> {
  if (!('Notification' in window)) throw new Error('This browser has no desktop notifications');
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Your browser blocks notifications from this site. Allow them in its site settings, then try again.');
}

/** Shows a notification of the desktop; a later one of the same tag takes its place. Does nothing where the browser was not allowed to. */
export function showDesktop(title: string, body: string, tag: string, onOpen: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { body, tag, icon: '/favicon.svg' });
  shown.onclick = () => {
    window.focus();
    shown.close();
    onOpen();
  };
}

/** Pitch (Hz) and begin (s) of the two tones, their length (s) and loudness (0 to 1). */
const tones = [
  [659, 0],
  [880, 0.11],
] as const;
const toneSeconds = 0.16;
const loudness = 0.12;

let audio: AudioContext | null = null;

/** Plays two short tones. A browser that was not touched yet keeps them silent. */
export function playSound(): void {
  audio ??= new AudioContext();
  const context = audio;
  void context.resume();
  for (const [pitch, begin] of tones) {
    const at = context.currentTime + begin;
    const tone = new OscillatorNode(context, { frequency: pitch, type: 'sine' });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loudness, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, at + toneSeconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + toneSeconds);
  }
}
