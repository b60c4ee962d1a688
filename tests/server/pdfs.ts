/** PDFs as people and attackers make them. */
import { deflateSync } from 'node:zlib';
import { formatPdfStream, toDocumentPdf, toPdf } from '#sandbox/fax/pdf.ts';

const catalog = Buffer.from('<< /Type /Catalog /Pages 2 0 R >>');
const pagesOf = (kids: readonly number[]) => Buffer.from(`<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`);
const page = (box = '0 0 612 792', more = '') => Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${more} >>`);

/** An order of two pages. */
export const order = () => toDocumentPdf('order');
/** So many empty pages. */
export const emptyPages = (count: number) =>
  toPdf([catalog, pagesOf(Array.from({ length: count }, (_, at) => 3 + at)), ...Array.from({ length: count }, () => page())]);
export const withoutPages = () => toPdf([catalog, pagesOf([])]);
/** Opens only with a password. */
export function locked(): Uint8Array {
  const secret = `<${'ab'.repeat(32)}>`;
  const text = Buffer.from(toPdf([catalog, pagesOf([3]), page(), Buffer.from(`<< /Filter /Standard /V 1 /R 2 /P -4 /O ${secret} /U ${secret} >>`)])).toString(
    'latin1',
  );
  return Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R /Encrypt 4 0 R /ID [${secret} ${secret}]`), 'latin1');
}
/** The beginning of one, and then nothing. */
export const broken = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000, 'x')]);
/** A page whose drawing unpacks to 450 MB. */
export const bomb = () =>
  toPdf([
    catalog,
    pagesOf([3]),
    page('0 0 612 792', '/Contents 4 0 R'),
    formatPdfStream('/Filter /FlateDecode', deflateSync(Buffer.alloc(450_000_000, 0x20), { level: 1 })),
  ]);
/** A page as wide as a hall and as high as a hair. */
export const oddSides = () => toPdf([catalog, pagesOf([3]), page('0 0 14400 3')]);
