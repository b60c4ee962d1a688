/** Addresses that the carrier asks while a call goes on, and what it plays. */

/** A greeting as it can be heard: a file's address, or words. */
export type Greeting = { readonly url: string } | { readonly words: string };

/** The addresses of a call's next steps, and what its greetings are. */
export interface CallAddresses {
  keys(turn: number): string;
  dialed(round: number): string;
  /** The queue in which this caller, and nobody else, waits. */
  readonly queue: string;
  /** Address of the sound played in it. */
  waiting(round: number): string;
  /** Told when the caller has left it. */
  dequeued(round: number): string;
  /** Asked by a caller who is led out of it. */
  led(round: number): string;
  /** Told of every phone while it rings. */
  phone(round: number): string;
  /** Asked by a phone that is picked up and has to be confirmed. */
  screen(round: number): string;
  accepted(round: number, number: string): string;
  /** Told when the phone of a call from the app is over. */
  placed(): string;
  /** Asked by a caller who is handed on, and told when a round of that is over. Both name the call: where we have called, the carrier's name of it is another. */
  transferred(id: string): string;
  transferEnded(round: number): string;
  recorded(): string;
  recording(of: 'call' | 'voicemail'): string;
  greeting(id: number): Greeting | null;
  /** Returns the parameters a browser gets with the call, by the name it is dialled by. */
  offer(client: string): Readonly<Record<string, string>>;
}
