/** Who is behind a number. */
import type { CallerLookup } from '#contract/lookups/entities.ts';
import type { Born, Json } from '../../db/columns.ts';

interface CallerLookupsTable {
  company_id: number;
  number: string;
  found: Json<Pick<CallerLookup, 'lineType' | 'carrier' | 'isPrepaid' | 'isCommercial' | 'owners'>>;
  looked_up_at: Born;
}

export interface LookupTables {
  caller_lookups: CallerLookupsTable;
}
