/** Port-in requests whose job is gone, because it gave up or its queue was emptied: work on them goes on. Comes round by itself. */

import { sql } from 'kysely';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';
import { formatPortKey } from './createPortRequest.ts';
import { portsFollow, portsSend } from './jobs.ts';

/** The worker of `ports.sweep`: what is not with the carrier is sent, the others are followed. */
export async function sweepPorts({ tenancy, jobs }: Pick<Services, 'tenancy' | 'jobs'>): Promise<void> {
  const { rows } = await tenancy.identity(() =>
    sql<{ company_id: number; port_id: number; is_sent: boolean }>`select * from open_ports()`.execute(currentTransaction()),
  );
  for (const { company_id: company, port_id: portId, is_sent: isSent } of rows) {
    const kind = isSent ? portsFollow : portsSend;
    await tenancy.company([company], null, async () => {
      if (!(await jobs.isThere(kind, formatPortKey(portId)))) await jobs.enqueue(kind, { companyId: companyId(), portId }, { key: formatPortKey(portId) });
    });
  }
}
