/** A user's own data: layouts, phones, the commands they ran. */
import type { Born, Id, Json, JsonDefault, Maybe } from '../../db/columns.ts';

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
  host_company_id: Maybe<number>;
}

export interface OwnTables {
  layouts: { user_id: number; name: string; layout: Json<unknown>; updated_at: Born; host_company_id: Maybe<number> };
  command_log: CommandLogTable;
  user_phones: { user_id: number; number: string; position: number };
}
