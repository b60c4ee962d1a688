/** The card service as the server hears of it. */
import { workOnBilling } from '#server/domains/billing/worker.ts';
import type { Stack } from './stack.ts';

/** The server asks the card service how the billing of a company stands, as after a nudge. */
export const askCardService = ({ built }: Stack, companyId: number): Promise<void> => workOnBilling(built.services, { companyId });
