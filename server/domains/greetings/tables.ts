/** Greetings: recorded, or spoken texts. */
import type { Born, Default, Id, Maybe } from '../../db/columns.ts';

interface GreetingsTable {
  id: Id;
  company_id: number;
  business_unit_id: Maybe<number>;
  name: Default<string>;
  content: Maybe<string>;
  voice: Maybe<string>;
  file_id: Maybe<number>;
  created_at: Born;
  updated_at: Born;
}

export interface GreetingTables {
  greetings: GreetingsTable;
}
