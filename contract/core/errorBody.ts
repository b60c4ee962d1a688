/** The body of every refusal on the wire. */
import * as z from 'zod/mini';

/** One thing that is wrong: the spec's title/detail pair (1.8), a stable code, and the field in the wire's spelling where there is one. */
export const ErrorItem = z.object({ code: z.string(), title: z.string(), detail: z.string(), field: z.optional(z.string()) });

export type ErrorItem = z.output<typeof ErrorItem>;

/** The body of every refusal. */
export const ErrorBody = z.object({ code: z.string(), message: z.string(), errors: z.array(ErrorItem), requestId: z.optional(z.string()) });

export type ErrorBody = z.output<typeof ErrorBody>;
