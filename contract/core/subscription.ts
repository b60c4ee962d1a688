/** Subscriptions of a realtime connection, as its client asks for their signature. */
import * as z from 'zod/mini';

/** A subscription that is to be signed. */
export const SubscriptionRequest = z.object({
  socketId: z.string().check(z.regex(/^\d{1,20}\.\d{1,20}$/, 'The socket id of the realtime connection, such as 123.456')),
  channelName: z.string().check(z.maxLength(100)),
});
