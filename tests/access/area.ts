/** What the access tests know of an area: `tests/areas.ts` lists the areas. Routes are named as in the contract. */
import type { Rule } from './rule.ts';
import type { InputOf, InsertKeyedRow, InsertRow } from './scene.ts';

export interface AccessArea {
  /** An input for each route that fits its schema, about the row a case asks for. Changing routes get a fresh row each time. */
  readonly inputs: Readonly<Record<string, InputOf>>;
  /** Who may call each route, in the words of rule.ts. */
  readonly policy: Readonly<Record<string, Rule>>;
  /** Inserts of the rows its inputs are about; open.test.ts has one of each in the company whose rows nobody may see. */
  readonly rows?: readonly InsertRow[];
  /** Inserts of rows that are identified by a key of a client. */
  readonly keyedRows?: readonly InsertKeyedRow[];
}
