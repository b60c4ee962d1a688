/** Opens a PDF, counts its pages and draws the first of them. It runs in a thread with a memory of its own: what somebody faxed is nothing to trust. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { encode } from 'fast-png';
import * as z from 'zod/mini';

const Given = z.object({ bytes: z.instanceof(Uint8Array), draw: z.number(), width: z.number(), mostPages: z.number(), mostMemory: z.number() });
const { bytes, draw, width: wanted, mostPages, mostMemory } = Given.parse(workerData);

// From here on a failure is the document's.
parentPort?.postMessage({ begun: true });

// The module asks for memory page by page, and is refused what a page of a fax never needs.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (delta) {
  if (this.buffer.byteLength + delta * 65_536 > mostMemory) throw new RangeError('The document wants too much memory');
  return grow.call(this, delta);
};

/** Height may be so many times the width; a longer page is drawn narrower. */
const tallest = 2;

async function drawPage(document: PDFiumDocument, at: number): Promise<void> {
  const page = document.getPage(at);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(wanted / originalWidth, (wanted * tallest) / originalHeight);
  const side = (points: number) => Math.max(1, Math.round(points * scale));
  const [width, height] = [side(originalWidth), side(originalHeight)];
  const drawn = await page.render({ width, height, colorSpace: 'Gray', renderFormFields: true, render: async ({ data }) => data });
  const png = encode({ width: drawn.width, height: drawn.height, data: drawn.data, channels: 1, depth: 8 });
  parentPort?.postMessage({ page: at + 1, width: drawn.width, height: drawn.height, png });
}

async function work(): Promise<object> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes).catch((error: unknown) => (error instanceof Error ? error.message : ''));
  if (typeof document === 'string') return { fault: /password|security/i.test(document) ? 'locked' : 'unreadable' };
  const pages = document.getPageCount();
  if (pages === 0) return { fault: 'empty' };
  if (pages > mostPages) return { fault: 'too long', pages };
  document.initializeFormFields();
  for (let at = 0; at < Math.min(pages, draw); at += 1) await drawPage(document, at);
  return { pages };
}

parentPort?.postMessage(await work());
