/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { recordingTranscribe } from './jobs.ts';
import { transcribeRecording } from './transcriptionJob.ts';

export const calls: Domain<Routes['calls']> = {
  uses: ['auth', 'companies', 'conversations', 'customFields'],
  handlers,
  jobs: [work(recordingTranscribe, transcribeRecording)],
};
