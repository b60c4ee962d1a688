/** Tables of one user's own data: layouts, the commands they ran, the channels they silenced. */
import type { Born, Id, Json, JsonDefault, Maybe } from './columns.ts';

interface CommandLogTable {
  id: Id;
  user_id: number;
  key: string;
  command_id: string;
  title: string;
  source: string;
  company_id: Maybe<number>;
  args: JsonDefault<unknown>;
  outcome: string;
  detail: Maybe<string>;
  ran_at: Born;
}

export interface OwnTables {
  layouts: { user_id: number; name: string; layout: Json<unknown>; updated_at: Born };
  command_log: CommandLogTable;
  notification_blocks: { company_id: number; user_id: number; number_id: number; channel_type: string };
}
