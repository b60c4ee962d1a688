/** An invoice as a PDF of one page: text alone, so that it needs no library and is there while the vendor is not. */

import type { Invoice } from '#contract/billing/entities.ts';
import { invoiceStatusLabel } from '#contract/billing/enums.ts';
import { formatDollars } from '#contract/core/money.ts';

const maxLines = 30;

/** Text as a PDF writes it: Latin letters; others become question marks. */
const escapeText = (text: string) =>
  [...text.normalize('NFC')].map((letter) => ((letter.codePointAt(0) ?? 0) < 256 ? letter.replace(/[\\()]/g, '\\$&') : '?')).join('');

const place = (x: number, y: number, size: number, text: string) => `BT /F1 ${size} Tf ${x} ${y} Td (${escapeText(text)}) Tj ET`;

/** Writes the invoice. */
export function formatInvoicePdf(invoice: Invoice, company: string): Buffer {
  const shown = invoice.lines.slice(0, maxLines);
  const rows = shown.flatMap(({ description, amount }, index) => [
    place(56, 640 - index * 16, 10, description.slice(0, 80)),
    place(480, 640 - index * 16, 10, formatDollars(amount)),
  ]);
  const bottom = 640 - shown.length * 16 - 16;
  const content = [
    place(56, 740, 18, `Invoice ${invoice.number}`),
    place(56, 716, 10, company.slice(0, 90)),
    place(56, 700, 10, `${invoice.createdAt.slice(0, 10)} · ${invoiceStatusLabel[invoice.status]}`),
    place(56, 664, 10, 'Description'),
    place(480, 664, 10, 'Amount'),
    ...rows,
    place(56, bottom, 11, 'Total'),
    place(480, bottom, 11, formatDollars(invoice.total)),
    ...(invoice.lines.length > maxLines ? [place(56, bottom - 20, 9, `and ${invoice.lines.length - maxLines} more lines`)] : []),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = Buffer.byteLength(body, 'latin1');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = Buffer.byteLength(body, 'latin1');
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}
