/** The sender of a tenant's mail: a key of its own, records that are looked at, verified once they are there (FLOW-191, FLOW-192). */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { SenderRecord } from '#contract/tenant/entities.ts';
import { type Actor, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { getKeyPurpose } from '../../mail/senders.ts';
import type { Services } from '../../services.ts';
import { assertOwnName, checkHostName } from './names.ts';
import { keepProof } from './proofs.ts';
import type { Look } from './records.ts';
import { findSenderRow, lockTenant, type SenderRow } from './repository.ts';
import { lookAtSenderRecords } from './senderRecords.ts';
import { readSettings } from './settings.ts';

type Given = RouteBody<(typeof routes)['tenant']['startSender']>;

const generate = promisify(generateKeyPair);
const keyBits = 2_048;

const publish = (actor: Actor) => recordChange({ kind: 'tenant-updated', id: companyId(), ...(actor.authUser ? { actorId: actor.authUser.userId } : {}) });

/** The host part of an address. Refuses one that can't be a company's own, in words. */
function readDomain({ config }: Pick<Services, 'config'>, address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const check = checkHostName(domain, config);
  if (!check.isValid) throw new AppError('invalid', { field: 'address', message: check.reason });
  return domain;
}

/** A key pair: the private half sealed for its company, the public one as DNS carries it. */
async function createKey({ sealer }: Pick<Services, 'sealer'>, company: number) {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: keyBits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    selector: `keyline${randomBytes(4).toString('hex')}`,
    public_key: publicKey.toString('base64'),
    private_key: sealer.seal(getKeyPurpose(company), privateKey),
  };
}

/** Starts the verification of an address. The same address keeps its key and its records; another of the same domain keeps them, too. */
export async function startSender(services: Services, { address, name, clear = [] }: Given, actor: Actor) {
  const domain = readDomain(services, address);
  if (name !== undefined) assertOwnName('name', name);
  const within = withCompanyTransaction(services, actor);
  const isKnown = (await within(findSenderRow))?.domain === domain;
  // Creating a key takes most of a second: skipped where the existing one is kept, and done outside the transaction.
  const key = isKnown ? null : await createKey(services, actor.membership.companyId);
  return within(async () => {
    await lockTenant();
    const before = await findSenderRow();
    if (before?.domain === domain) {
      await currentTransaction()
        .updateTable('email_senders')
        .set({ address, ...(clear.includes('name') ? { name: null } : name === undefined ? {} : { name }) })
        .where('company_id', '=', companyId())
        .execute();
    } else {
      if (!key) throw new AppError('conflict');
      const row = {
        address,
        name: name ?? null,
        domain,
        ...key,
        records: '[]',
        started_at: new Date(),
        looked_at: null,
        verified_at: null,
        missing_since: null,
      };
      await currentTransaction()
        .insertInto('email_senders')
        .values({ company_id: companyId(), ...row })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
        .execute();
    }
    publish(actor);
    return readSettings(services);
  });
}

/** Saves the result of a look, unless the sender has changed since. A sender whose proof ends starts again: `started_at` is set, so that the sweep goes on looking at it. */
async function saveLook(looked: SenderRow, looks: readonly Look<SenderRecord>[], actor: Actor): Promise<void> {
  await lockTenant();
  const row = await findSenderRow();
  if (row?.selector !== looked.selector) return;
  const records = looks.map(({ record }) => record);
  const required = looks.filter(({ record }) => record.isRequired);
  const isFirst = row.verified_at === null && required.every(({ record }) => record.status === 'verified');
  const proof = isFirst
    ? { verified_at: new Date(), missing_since: null }
    : keepProof(
        row,
        required.map(({ evidence }) => evidence),
      );
  const isLost = row.verified_at !== null && proof.verified_at === null;
  await currentTransaction()
    .updateTable('email_senders')
    .set({ records: JSON.stringify(records), looked_at: new Date(), ...proof, ...(isLost ? { started_at: new Date() } : {}) })
    .where('company_id', '=', companyId())
    .execute();
  if (JSON.stringify(row.records) !== JSON.stringify(records) || isFirst || isLost) publish(actor);
}

/** Looks at every record now; without a sender there is nothing to look at. */
export async function lookAtSender(services: Services, actor: Actor) {
  const within = withCompanyTransaction(services, actor);
  const row = await within(findSenderRow);
  if (!row) return within(() => readSettings(services));
  const looks = await lookAtSenderRecords(services, row);
  return within(async () => {
    await saveLook(row, looks, actor);
    return readSettings(services);
  });
}

/** Deletes the sender; mail comes from the installation's own address from then on. Idempotent. */
export async function removeSender(actor: Actor): Promise<void> {
  const gone = await currentTransaction().deleteFrom('email_senders').where('company_id', '=', companyId()).returning('company_id').executeTakeFirst();
  if (gone) publish(actor);
}
