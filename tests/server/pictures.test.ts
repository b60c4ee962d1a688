/** Pictures that people and customers send: nobody learns where they were taken, and none is a trap for a browser. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { storeCarrierFile } from '#server/carrier/webhooks/files.ts';
import { createPictureCleaner, PictureError } from '#server/pictures/cleaner.ts';
import { type Client, type Refused, startServer, type TestServer } from './harness.ts';

const { messaging } = routes;
const solid = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3366cc' } });

/** A JPEG as a phone takes it: held sideways, and saying where. */
const photo = () =>
  solid(60, 30)
    .jpeg()
    .withExif({ IFD0: { Make: 'Keyphone', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 44/1 54/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}

/** A PNG of some hundred bytes whose header promises 1,600 megapixels; `depth` 16: with four channels of 16 bits. */
function flood(side = 40_000, depth: 8 | 16 = 8): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([depth, depth === 8 ? 2 : 6, 0, 0, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))), pngChunk('IEND', Buffer.alloc(0))]);
}

/** A GIF of two frames, one red and one blue. */
const moving = (side = 20) => {
  const frame = (color: readonly number[]) => Buffer.alloc(side * side * 3, Buffer.from(color));
  return sharp(Buffer.concat([frame([255, 0, 0]), frame([0, 0, 255])]), { raw: { width: side, height: side * 2, channels: 3, pageHeight: side } })
    .gif({ delay: [100, 100] })
    .toBuffer();
};

/** A GIF of some hundred bytes, whose frames a browser would draw one after another. */
function manyFrames(side: number, count: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const frame = Buffer.concat([Buffer.from('21f904000a0000002c00000000', 'hex'), size, Buffer.from('000202440100', 'hex')]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from('800000ff00000000ff', 'hex'),
    ...Array.from({ length: count }, () => frame),
    Buffer.from(';'),
  ]);
}

describe('a picture added to a text', () => {
  let server: TestServer;
  let agent: Client;
  let numberId: number;
  let sent = 0;
  beforeAll(async () => {
    server = await startServer();
    const company = await server.company();
    agent = await server.worker(company, 'user');
    numberId = (await server.number(company)).id;
  });
  afterAll(() => server.close());

  const body = () => {
    sent += 1;
    return { numberId, recipient: '+12125550177', clientId: `picture-${String(sent).padStart(6, '0')}`, message: 'Look' };
  };
  async function send(name: string, type: string, bytes: Uint8Array): Promise<{ readonly contentType: string; readonly name: string; readonly bytes: Buffer }> {
    const { details } = await agent.call(messaging.send, { body: body(), files: [{ name, type, bytes }] });
    const media = details.kind === 'message' ? details.media[0] : undefined;
    if (!media) throw new Error('No picture');
    const answer = await agent.download(media.url);
    return { ...media, bytes: Buffer.from(await answer.arrayBuffer()) };
  }
  const refusal = (name: string, type: string, bytes: Uint8Array): Promise<Refused> =>
    agent.refusal(messaging.send, { body: body(), files: [{ name, type, bytes }] });

  test('does not tell where it was taken, and stands upright', async () => {
    const original = await photo();
    expect(original.includes('Keyphone')).toBe(true);
    const stored = await send('roof.jpg', 'image/jpeg', original);
    const header = await sharp(stored.bytes).metadata();
    expect(stored).toMatchObject({ contentType: 'image/jpeg', name: 'roof.jpg' });
    expect(stored.bytes.includes('Keyphone')).toBe(false);
    expect(header).toMatchObject({ format: 'jpeg', width: 30, height: 60 });
    expect([header.exif, header.xmp, header.iptc]).toEqual([undefined, undefined, undefined]);
  });

  test('that moves goes on moving', async () => {
    const stored = await send('wave.gif', 'image/gif', await moving());
    expect(await sharp(stored.bytes, { animated: true }).metadata()).toMatchObject({ format: 'gif', pages: 2 });
  });

  test.each(['png', 'webp'] as const)('keeps its format: %s', async (format) => {
    const stored = await send(`a.${format}`, `image/${format}`, await solid(10, 10).toFormat(format).toBuffer());
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format, width: 10, height: 10 });
  });

  test('of a format that phones do not show becomes a JPEG, and is named so', async () => {
    const stored = await send('scan.tiff', 'image/tiff', await solid(10, 10).tiff().toBuffer());
    expect(stored).toMatchObject({ name: 'scan.jpg', contentType: 'image/jpeg' });
    expect(await sharp(stored.bytes).metadata()).toMatchObject({ format: 'jpeg' });
  });

  test('of more pixels than a browser should decode is refused from its header', async () => {
    const startedAt = performance.now();
    expect(await refusal('flood.png', 'image/png', flood())).toMatchObject({ status: 413 });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    const { body: words } = await refusal('flood.png', 'image/png', flood());
    expect(words.message).toContain('more than 40 megapixels');
  });

  test('whose frames together are too many pixels is refused, too', async () => {
    const frames = manyFrames(4_000, 3);
    expect(await refusal('large.gif', 'image/gif', frames)).toMatchObject({ status: 413 });
  });

  test('that is cut off, or is none, is refused in words', async () => {
    const broken = (await photo()).subarray(0, 300);
    const { status, body: words } = await refusal('cut.jpg', 'image/jpeg', broken);
    expect(status).toBe(415);
    expect(words.message).toContain('can’t be read');
  });

  test('of a format that cannot be cleaned is refused with the formats that can', async () => {
    const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]);
    const { status, body: words } = await refusal('a.bmp', 'image/bmp', bmp);
    expect(status).toBe(415);
    expect(words.message).toContain('Save it as JPG, PNG, GIF or WebP');
  });

  test('that a customer texted loses where it was taken; one that is a trap is only for download', async () => {
    const received = async (name: string, bytes: Uint8Array) => {
      const carrier = { ...server.services.carrier, fetchMedia: async () => ({ contentType: 'image/jpeg', bytes }) };
      const stored = await storeCarrierFile({ ...server.services, carrier }, 1, name, 'https://carrier.example/media', 'media');
      if (stored === null || stored === 'too large') throw new Error('Not stored');
      const parts: Buffer[] = [];
      for await (const part of (await server.services.files.read(stored.storageKey)) ?? []) parts.push(Buffer.from(part));
      return { ...stored, content: Buffer.concat(parts) };
    };
    const picture = await received('MM1-0', await photo());
    expect(picture).toMatchObject({ contentType: 'image/jpeg', name: 'MM1-0.jpg' });
    expect(picture.content.includes('Keyphone')).toBe(false);
    expect(await received('MM1-1', flood())).toMatchObject({ contentType: 'application/octet-stream', name: 'MM1-1.png' });
  });

  test('carries no script behind it', async () => {
    const polyglot = Buffer.concat([await moving(), Buffer.from('/*<script>alert(1)</script>*/')]);
    const stored = await send('a.gif', 'image/gif', polyglot);
    expect(stored.bytes.includes('script')).toBe(false);
  });
});

describe('the thread that reads pictures', () => {
  test('goes on after one that broke, and says when too many wait', async () => {
    const cleaner = createPictureCleaner();
    const good = await photo();
    await expect(cleaner.clean(Buffer.from('no picture'), 'Ana')).rejects.toThrow(PictureError);
    expect(await cleaner.clean(good, 'Ana')).toMatchObject({ contentType: 'image/jpeg' });
    const many = await Promise.allSettled(Array.from({ length: 40 }, () => cleaner.clean(good, 'Ana')));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(13);
    expect(many.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'busy' } });
    await cleaner.close();
  });

  test('lets senders take turns: one with many pictures keeps nobody waiting', async () => {
    const cleaner = createPictureCleaner();
    const good = await photo();
    const done: string[] = [];
    const clean = (sender: string) => cleaner.clean(good, sender).then(() => done.push(sender));
    await Promise.all([...Array.from({ length: 8 }, () => clean('Ana')), clean('Ravi')]);
    expect(done.indexOf('Ravi')).toBeLessThanOrEqual(2);
    await cleaner.close();
  });

  test('counts what a picture holds once it is decoded, not its pixels alone', async () => {
    const cleaner = createPictureCleaner();
    await expect(cleaner.clean(flood(6_000, 16), 'Ana')).rejects.toMatchObject({ reason: 'too much data' });
    await cleaner.close();
  });
});
