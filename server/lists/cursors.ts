/** Positions in lists as clients hold them: signed, so that one of another list, another company or another hand is refused. */
import * as z from 'zod/mini';
import { AppError } from '../http/errors.ts';
import type { Sealer } from '../security/sealer.ts';

/** End of a page: the instant as the database writes it (microseconds kept) and the id; `total` as counted on the first page. */
export interface Position {
  readonly at: string;
  readonly id: number;
  readonly total?: number | undefined;
}

const Held = z.object({ list: z.string(), companyId: z.number(), at: z.string(), id: z.number(), total: z.optional(z.number()) });

/** Writes a position of a list of a company. */
export function writeCursor(sealer: Sealer, list: string, companyId: number, position: Position): string {
  return sealer.sign('cursor', { list, companyId, ...position });
}

/** Reads one; null when none was given. Refuses one that was altered or belongs to another list or company. */
export function readCursor(sealer: Sealer, list: string, companyId: number, cursor: string | undefined): Position | null {
  if (cursor === undefined || cursor === '') return null;
  const held = Held.safeParse(sealer.verify('cursor', cursor));
  if (!held.success || held.data.list !== list || held.data.companyId !== companyId) throw new AppError('cursor_invalid', { field: 'cursor' });
  return held.data;
}
