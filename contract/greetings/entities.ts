/** Greetings and voices (spec 2.3). */
import * as z from 'zod/mini';
import { Media } from '../core/entities.ts';

/** Characters of a spoken greeting: about two minutes. */
export const greetingCharacters = 2_000;

/** Use of a greeting: before a number rings, or before the tone. */
const GreetingUse = z.object({ numberId: z.number(), label: z.string(), number: z.string(), as: z.enum(['greeting', 'voicemail']) });

/** A greeting. `content` and `voice` are null for one that was uploaded; `name` is ours. */
export const Greeting = z.object({
  id: z.number(),
  name: z.string(),
  content: z.nullable(z.string()),
  voice: z.nullable(z.string()),
  businessUnitId: z.nullable(z.number()),
  media: z.nullable(Media),
  uses: z.array(GreetingUse),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Greeting = z.output<typeof Greeting>;

/** A voice to speak with. */
export const GreetingVoice = z.object({ id: z.string(), name: z.string(), language: z.string() });
export type GreetingVoice = z.output<typeof GreetingVoice>;
