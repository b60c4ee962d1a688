/** The port of web analytics: events that are sent to a stream, and what its vendor says of them. */

/** A stream at the vendor, with the secret that lets events in. */
export interface Stream {
  readonly measurementId: string;
  readonly apiSecret: string;
}

/** An event. `clientId`: the browser it belongs to; `userId`: an opaque id of the person, never a phone number. */
export interface MeasurementEvent {
  readonly clientId: string;
  readonly userId: string | null;
  readonly at: Date;
  readonly name: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** What became of an event. `unsent`: it surely did not arrive and may be sent again; `unknown`: it may have arrived. */
export type MeasurementOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'unsent'; readonly reason: string; readonly afterMs: number };

export interface Measurement {
  /** Objections of the vendor's validation server to an event; none where it is well formed. Says nothing of the secret. Rejects where the vendor does not answer. */
  check(stream: Stream, event: MeasurementEvent): Promise<readonly string[]>;
  /** Sends an event. Never rejects: what became of it is the outcome. */
  collect(stream: Stream, event: MeasurementEvent): Promise<MeasurementOutcome>;
}
