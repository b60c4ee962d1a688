/** Context from which the input of a call is made. */

import type { Client, FormFile } from '../server/client.ts';
import type { Row } from './rule.ts';
import type { House, World } from './world.ts';

/** A case: whose rows, which row, who calls. */
export interface Scene {
  readonly world: World;
  /** The company selected. */
  readonly house: House;
  /** Company of the row. */
  readonly rows: House;
  readonly row: Row;
  readonly personId: number | null;
  readonly client: Client;
}

export interface Input {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  readonly files?: readonly FormFile[];
}

export type InputOf = (scene: Scene) => Input | Promise<Input>;
