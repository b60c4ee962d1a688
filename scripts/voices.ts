/** A thread that speaks the world's recordings and draws its fax pages into the file store's folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { listAllPages } from '#sandbox/world/fax.ts';
import { createSpeaker } from '#sandbox/world/speech.ts';
import { recordedCalls, voicemails } from '#sandbox/world/spoken.ts';

const folder = String(workerData);
mkdirSync(join(folder, 'demo'), { recursive: true });
for (const page of listAllPages()) writeFileSync(join(folder, page.key), page.bytes);
const speaker = await createSpeaker();
for (const recordings of [voicemails, recordedCalls]) {
  for (const [index, recording] of recordings.entries()) writeFileSync(join(folder, recording.key), speaker.wav(recording, index));
}
parentPort?.postMessage('done');
