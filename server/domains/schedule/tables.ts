/** When a company, and each of its users, is there. */
import type { Schedule } from '#contract/schedule/entities.ts';
import type { Born, JsonDefault, Maybe } from '../../db/columns.ts';

interface SchedulesTable {
  company_id: number;
  /** Null: the company's own. */
  user_id: Maybe<number>;
  timezone: string;
  blocks: JsonDefault<Schedule['blocks']>;
  updated_at: Born;
}

export interface ScheduleTables {
  schedules: SchedulesTable;
}
