/** Dynamic numbers, as commands reach them. */
import type { DniActivity, DniPool, DniReport, PoolSize } from '#contract/dni/entities.ts';
import type { DniSourceId } from '#contract/dni/enums.ts';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import type { UserEvent as PoolEvent, PoolFlag } from '#machines/dniPool/index.ts';
import type { UserEvent as CheckEvent } from '#machines/scriptCheck/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Dynamic numbers, for commands. */
export interface DniServices {
  /** Opens the form: for a new pool, or one that is there. */
  begin(pool?: DniPool): void;
  chooseSource(source: DniSourceId): void;
  toggleFlag(flag: PoolFlag): void;
  toggleNumber(numberId: number): void;
  /** Numbers that the open pool has or can have. */
  listNumbers(): Promise<readonly PhoneNumber[]>;
  remove(pool: DniPool, shouldDeleteNumbers: boolean): void;
  /** Opens the comparison of sizes of a pool; `day` is replayed, else the busiest. */
  compareSizes(poolId: number, day?: string): void;
  /** Opens the purchase of so many numbers, of the area code of the pool whose form or comparison is open. What is bought joins that pool: at once, or with the form that is open when it is saved. */
  buyNumbers(count: number, poolId?: number): Promise<void>;
  /** Copies the tag for websites. */
  copyScript(): CommandOutcomePromise;
  openVisit(activityId: number): void;
  /** Opens the visit of the likeliest visitor of a call. */
  openVisitOfCall(callId: number): Promise<void>;
  /** Stops the feed where it is, or lets it go on. */
  toggleFreeze(): void;
  createReport(scope: 'company' | 'businessUnit', startDate: string, endDate: string): CommandOutcomePromise;
  openReport(id: number): void;
}

/** A size of the pool that is compared. */
export interface PoolSizeRow extends PoolSize {
  readonly poolId: number;
  /** Numbers the pool has now. */
  readonly current: number;
}

/** Types the area adds to those shared by all commands. */
export interface DniTypes {
  readonly rows: { readonly dniPool: DniPool; readonly visit: DniActivity; readonly dniReport: DniReport; readonly poolSize: PoolSizeRow };
  readonly scopes: 'dniPools' | 'dniPoolForm' | 'dniPoolSizes' | 'dniScript' | 'visits' | 'visit' | 'dniReports' | 'dniReport';
  readonly panes: 'dniPools' | 'dniPoolSizes' | 'dniScript' | 'visits' | 'visit' | 'dniReports' | 'dniReport';
  readonly services: { readonly dni: DniServices };
  readonly flows: { readonly dniPool: PoolEvent; readonly scriptCheck: CheckEvent };
}
