/** Rotating a number: another one of the same area is bought, and takes the place of the old one, which stays with the carrier for a day. */
import type { Purchase } from '#contract/purchase/entities.ts';
import { tollFreePrefixes } from '#contract/text/vanity.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { lockNumber } from '../../access/numberSelection.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { getNumberVendor } from './market.ts';
import { assertNotRotating, type Buyer, findRotation, orderNumbers } from './orders.ts';
import { locate } from './searchAvailableNumbers.ts';

/** Numbers that are looked at: one that is claimed by somebody else at this moment is passed over. */
const looked = 10;

/** Orders the number that will take this one's place. The same key again is the same rotation; another one while it is under way is refused. No transaction is open while the carrier is asked. */
export async function rotateNumber(services: Services, id: number, key: string, buyer: Buyer): Promise<Purchase> {
  const within = withCompanyTransaction(services, buyer);
  const { number, there } = await within(async () => {
    const locked = await lockNumber(buyer.membership, id);
    const order = await findRotation(key, id);
    if (!order) await assertNotRotating(id);
    return { number: locked, there: order };
  });
  if (there) return there;
  const place = number.number.slice(2, 5);
  const prefix = tollFreePrefixes.find((each) => each === place);
  const category = number.line_type === 2 ? 3 : 1;
  const { offers } = await locate(
    getNumberVendor(services, category),
    { category, overlays: true, match: 'contains', pattern: '', ...(prefix === undefined ? { areaCode: place } : { prefix }) },
    looked,
  );
  const offer = offers[Math.floor(Math.random() * offers.length)];
  if (!offer) throw new AppError('conflict', { message: `No numbers available in ${place}` });
  const order = { key, numbers: [offer.number], category, providerId: number.provider_id, label: number.label, monthlyCost: offer.monthlyCost } as const;
  return orderNumbers(services, { ...order, replaces: { id: number.id, number: number.number } }, buyer);
}
