/** Notes. */
import type { noteModels } from '#contract/notes/enums.ts';
import type { Born, Id, Maybe, MaybeInstant } from '../../db/columns.ts';

interface NotesTable {
  id: Id;
  company_id: number;
  model_type: (typeof noteModels)[number];
  model_id: number;
  body: string;
  author_id: Maybe<number>;
  author_name: Maybe<string>;
  editor_id: Maybe<number>;
  editor_name: Maybe<string>;
  edited_at: MaybeInstant;
  client_id: Maybe<string>;
  created_at: Born;
  updated_at: Born;
  deleted_at: MaybeInstant;
}

export interface NoteTables {
  notes: NotesTable;
}
