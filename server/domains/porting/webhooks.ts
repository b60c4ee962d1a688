/**
 * Webhooks of port-in requests. An event only triggers a poll: the status of a request is requested from the carrier itself, so that copies, order and a lost
 * one change nothing.
 */
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Webhook } from '../../carrier/webhooks/webhook.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { formatPortKey } from './createPortRequest.ts';
import { portsFollow } from './jobs.ts';

const PortEvent = z.object({ port_in_request_sid: z.string().check(z.regex(/^KW[0-9a-fA-F]{32}$/)) });

const portEvent: Webhook = {
  kind: 'port.told',
  from: 'carrier.json',
  path: '/webhooks/carrier/porting',

  async apply({ tenancy, jobs }, { payload }) {
    const told = PortEvent.safeParse(payload).data;
    if (!told) return 'The port-in request cannot be read';
    return tenancy.identity(async () => {
      const { rows } = await sql<{ company_id: number; port_id: number }>`select * from port_of_carrier(${told.port_in_request_sid})`.execute(
        currentTransaction(),
      );
      const [port] = rows;
      if (!port) return 'Open request not found';
      await jobs.enqueue(portsFollow, { companyId: port.company_id, portId: port.port_id }, { key: `${formatPortKey(port.port_id)}-told` });
      return null;
    });
  },
};

export const webhooks = [portEvent];
