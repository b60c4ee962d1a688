/** Orders of numbers. */
import type { Generated } from 'kysely';
import type { RouteInput } from '#contract/routing/entities.ts';
import type { Born, Default, Maybe, MaybeInstant, MaybeJson } from '../../db/columns.ts';

interface NumberPurchasesTable {
  id: string;
  company_id: number;
  created_by: Maybe<number>;
  label: Maybe<string>;
  vanity: Maybe<string>;
  category: Default<number>;
  provider_id: Default<number>;
  /** Rotation: the number whose place the new one takes. */
  replaces: Maybe<number>;
  /** Routes that the numbers get once they are bought; null: those of any new number. */
  routes: MaybeJson<RouteInput[]>;
  state: Default<'buying' | 'bought' | 'partly' | 'refused'>;
  created_at: Born;
  finished_at: MaybeInstant;
}

interface NumberPurchaseItemsTable {
  id: Generated<string>;
  company_id: number;
  purchase_id: string;
  position: number;
  number: string;
  state: Default<'waiting' | 'intent' | 'bought' | 'taken' | 'refused'>;
  monthly_cost: number;
  number_id: Maybe<number>;
  error_code: Maybe<string>;
  reason: Maybe<string>;
  settled_at: MaybeInstant;
}

export interface PurchaseTables {
  number_purchases: NumberPurchasesTable;
  number_purchase_items: NumberPurchaseItemsTable;
  number_claims: { number: string; company_id: number; item_id: string; at: Born };
}
