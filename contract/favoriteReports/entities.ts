/** Favorite reports (spec 2.3). */
import * as z from 'zod/mini';

/** A person's own favorite report in a company. `value` is JSON as a string, which the app alone reads (RULE-221). */
export const FavoriteReport = z.object({ id: z.number(), value: z.string() });
export type FavoriteReport = z.output<typeof FavoriteReport>;
