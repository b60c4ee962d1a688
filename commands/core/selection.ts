/** Rows that a command acts on. A leaf module: the services of the areas are typed with it. */

/**
 * `cursor`: the row under the cursor; `rows`: the selected ones, all loaded; `matching`: all that match `filter`, of which `rows` are those
 * loaded. `count` is the number shown and the number acted on (KEYS.md 10).
 */
export interface Selection<K extends string, Row, Filter = Record<string, never>> {
  readonly kind: K;
  readonly rows: readonly Row[];
  readonly mode: 'cursor' | 'rows' | 'matching';
  readonly count: number;
  readonly filter?: Filter | undefined;
}
