/** Rows that the values of fields may name, and words that nothing else is called. */

/** Rows that a field may name. */
export interface Known {
  readonly lines: readonly [number, number];
  readonly faxLines: readonly [number, number];
  readonly tags: readonly [number, number];
  readonly greetings: readonly [number, number];
  readonly people: readonly [number, number];
  readonly companies: readonly [number, number];
  readonly organizations: readonly [number];
  readonly voices: readonly string[];
  /** Numbers that can be bought. */
  readonly offers: readonly string[];
}

/** Values for a field, made of what is known. */
export type ValuesOf = (known: Known) => readonly unknown[];

let made = 0;
export const word = (most = 40) => {
  made += 1;
  return `echo ${made}`.slice(0, most);
};
export const key = () => `echo-${word().replace(' ', '-')}-${Date.now()}`;
export const two = <T>(make: () => T): readonly [T, T] => [make(), make()];
