/** Custom fields and their values. */
import type { Born, Id, JsonDefault, Maybe } from '../../db/columns.ts';

type EntityType = 'Number' | 'Company' | 'TrackingPool' | 'Organization' | 'User' | 'Call';

export interface EavChoice {
  id: number;
  value: string;
  sort_order: number;
  description: string | null;
}

interface EavAttributesTable {
  id: Id;
  entity_type: EntityType;
  company_id: Maybe<number>;
  organization_id: Maybe<number>;
  name: string;
  default_value: Maybe<string>;
  choices: JsonDefault<EavChoice[]>;
  created_at: Born;
}

export interface CustomFieldTables {
  eav_attributes: EavAttributesTable;
  eav_values: { attribute_id: number; company_id: number; entity_id: number; value: string };
}
