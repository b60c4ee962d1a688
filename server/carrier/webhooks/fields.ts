/** Fields of the carrier's webhooks that several areas read. */
import * as z from 'zod/mini';

/** The carrier's id of a call, a message or a recording. */
export const sid = z.string().check(z.regex(/^[A-Z]{2}[0-9a-zA-Z]{16,64}$/));

/** A count or a number of seconds. */
export const digits = z.coerce.number().check(z.gte(0), z.lte(1_000_000));
