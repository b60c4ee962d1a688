/** Facts of an area for the tests of every call: `tests/areas.ts` lists the areas. Routes are named as in the contract. */
import type { Excuse } from '../client/excuse.ts';
import type { ValuesOf } from '../client/known.ts';
import type { ReadsOf } from '../client/reading.ts';
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
  /** Calls that read a change back. */
  readonly reads?: Readonly<Record<string, ReadsOf>>;
  /** Fields (`create.logo`) that are told under another name. */
  readonly toldAs?: Readonly<Record<string, string>>;
  /** Values of fields (`create.state`) whose schema doesn't tell a valid one. */
  readonly values?: Readonly<Record<string, ValuesOf>>;
  /** Fields that no read tells as they were sent. */
  readonly excuses?: readonly Excuse[];
}
