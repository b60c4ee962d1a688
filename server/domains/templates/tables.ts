/** Templates of routing. */
import type { RingRoute } from '#contract/routing/entities.ts';
import type { Born, Id, Json } from '../../db/columns.ts';
import type { NumberRoutingsTable } from '../routing/tables.ts';

interface NumberTemplatesTable extends Omit<NumberRoutingsTable, 'number_id' | 'routes'> {
  id: Id;
  name: string;
  routes: Json<RingRoute[]>;
  created_at: Born;
}

export interface TemplateTables {
  number_templates: NumberTemplatesTable;
}
