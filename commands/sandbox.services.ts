/** The outside world on a laptop, as the palette commands it. */
import type { Done } from './services.ts';

export interface SandboxServices {
  /** Rings a number of ours from somebody outside. */
  ring(number: string, from?: string): Done;
  /** A customer texts a number of ours. */
  text(number: string, body: string, from?: string): Done;
  voicemail(number: string): Done;
  /** Events a minute of the traffic generator. */
  setRate(perMinute: number): Done;
  pause(isPaused: boolean): Done;
}
