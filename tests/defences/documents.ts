/** Defences against what comes as a picture or a fax, and of whom its webhooks and changes are for. */
import type { Removal } from './removal.ts';

const [signature, telnyx, pages] = ['server/fax/signature.ts', 'server/fax/telnyx.ts', 'server/domains/faxes/pages.worker.ts'];
const [sending, received] = ['tests/server/faxes.sending.test.ts', 'tests/server/faxes.test.ts'];

export const documentRemovals: readonly Removal[] = [
  {
    defence: 'the thread of a fax has so much memory',
    out: 'it grows as the document wants',
    edits: [
      [
        pages,
        "  if (this.buffer.byteLength + delta * 65_536 > mostMemory) throw new RangeError('The document wants too much memory');\n",
        '  if (mostMemory < 0) return 0;\n',
      ],
    ],
    test: [sending, 'a page that unpacks to hundreds of megabytes'],
  },
  {
    defence: 'a fax page is twice as high as wide at most',
    out: 'it is drawn as wide as asked',
    edits: [[pages, 'Math.min(wanted / originalWidth, (wanted * tallest) / originalHeight)', 'wanted / Math.min(originalWidth, originalHeight * tallest)']],
    test: [sending, 'a page of odd sides is drawn small'],
  },
  {
    defence: 'a webhook about faxes is signed by the vendor',
    out: 'any signature of the right length will do',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of our own file
    edits: [[signature, "bytes.length === 64 && verify(null, Buffer.from(`${timestamp}|${body}`, 'utf8'), key, bytes)", 'bytes.length === 64']],
    test: [received, 'signed by somebody else is refused'],
  },
  {
    defence: 'a webhook about faxes is of these minutes',
    out: 'one of any time will do',
    edits: [[signature, 'Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds', 'Math.abs(now) < toleranceSeconds']],
    test: [received, 'of ten minutes ago, posted again'],
  },
  {
    defence: 'the document of a fax is fetched from the vendor alone',
    out: 'from wherever the webhook says',
    edits: [[telnyx, '    url.origin === home || (config', '    url.origin !== null || (config']],
    test: [received, 'is fetched from nowhere but the vendor'],
  },
  {
    defence: 'pictures wait in a short line',
    out: 'it has no end',
    edits: [
      [
        'server/pictures/cleaner.ts',
        "      if (waiting >= maxWaiting || (lines.get(sender)?.length ?? 0) >= maxOfSender) throw new PictureError('busy');\n",
        '',
      ],
    ],
    test: ['tests/server/pictures.test.ts', 'says when too many wait'],
  },
  {
    defence: 'a received picture that cannot be read is for download only',
    out: 'it is kept as the picture it says it is',
    edits: [['server/carrier/webhooks/files.ts', "return { ...file, contentType: 'application/octet-stream' };", 'return file;']],
    test: ['tests/server/pictures.test.ts', 'one that is a trap is only for download'],
  },
  {
    defence: 'papers of a port-in request leave with an account only',
    out: 'they go with blank ids',
    edits: [
      [
        'server/carrier/porting.ts',
        '  assertConfigured({ accountSid, authToken });\n',
        '  if (accountSid === null) assertConfigured({ accountSid, authToken });\n',
      ],
    ],
    test: ['tests/rules/settings.test.ts', 'the sandbox off and no account at a carrier'],
  },
  {
    defence: 'limited members hear of blocks they see',
    out: 'of all blocks of the company',
    edits: [
      [
        'server/domains/companies/changes.ts',
        "when changes.change ->> 'kind' = 'block-updated' then exists",
        "when changes.change ->> 'kind' = 'block-updated' then true or exists",
      ],
    ],
    test: ['tests/server/realtime.test.ts', 'hears of the blocks they see'],
  },
];
