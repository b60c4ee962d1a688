/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { portsFollow, portsSend, portsSweep } from './jobs.ts';
import { pollPortStatus } from './statusPoller.ts';
import { submitPortRequest } from './submitWorker.ts';
import { sweepPorts } from './sweep.ts';
import { webhooks } from './webhooks.ts';

export const porting: Domain<Routes['porting']> = {
  uses: ['purchase'],
  handlers,
  jobs: [work(portsSend, submitPortRequest), work(portsFollow, pollPortStatus), work(portsSweep, sweepPorts)],
  webhooks,
};
