/** Names and places that read as real people's. Every company draws from the pools of its country. */
import type { Random } from './random.ts';

const firstNames =
  'Olivia Liam Emma Noah Amelia Mateo Sophia Elijah Camila Lucas Isabella Santiago Mia Ethan Luna Daniel Evelyn Sebastián Harper Benjamin Sofía Michael Valentina Alexander Gianna Jackson Aria David Layla Joseph Nora Samuel Hazel Carter Aaliyah Owen Zoe Wyatt Penelope John Lily Jack Eleanor Luke Hannah Jayden Lillian Dylan Addison Grayson Aubrey Levi Ellie Isaac Stella Gabriel Natalie Julian Leah Anthony Hana Jaxon Violet Lincoln Aurora Joshua Savannah Christopher Audrey Andrew Brooklyn Theodore Bella Caleb Claire Ryan Skylar Asher Lucy Nathan Paisley Thomas Anna Leo Caroline Isaiah Nova Charles Genesis Josiah Emilia Hudson Kennedy Christian Maya Hunter Willow Connor Kinsley Eli Naomi Ezra Aisha Aaron Elena Landon Sarah Adrian Ariana Jonathan Allison Nolan Gabriella Jeremiah Alice Easton Madelyn Elias Cora Colton Ruby Cameron Eva Carson Serenity Robert Autumn Ángel Adeline Maverick Hailey Nicholas Gianni Dominic Priya Jaxson Arjun Greyson Ananya Adam Rohan Ian Kavya Austin Vikram Santino Meera Jordan Wei Cooper Mei Brayden Jun Roman Ling Evan Hiro Ezekiel Yuki Xavier Kenji José Akira Jace Sora Jameson Minh Leonardo Linh Bryson Thuy Axel Tuan Everett Ji-woo Kayden Min-jun Miles Seo-yeon Sawyer Amara Jason Chidi Declan Ngozi Weston Kwame Micah Ayodele Ayden Zainab Wesley Omar Luca Fatima Vincent Yusuf Damian Leila Zachary Hassan Silas Noor Gavin Samira Chase Karim Kai Ines Emmett João Diego Beatriz Harrison Thiago Cole Larissa Ryker Renata Jonah Ximena Max Guadalupe Iván Itzel Rafael Marisol Andrés Paloma Hugo Rocío Søren Astrid Björn Freja Lars Ingrid Anders Maren Nikolai Katya Dmitri Oksana Pavel Zuzana Tomáš Agnieszka Piotr Małgorzata Zoltán Ágnes Siobhán Niamh Declán Aoife Rhys Carys'.split(
    ' ',
  );
const lastNames =
  "Smith Johnson Williams Brown Jones García Miller Davis Rodríguez Martínez Hernández López González Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Pérez Thompson White Harris Sánchez Clark Ramírez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gómez Phillips Evans Turner Díaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutiérrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chávez Wood James Bennett Gray Mendoza Ruiz Hughes Price Álvarez Castillo Sanders Patel Myers Long Ross Foster Jiménez Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vásquez Simmons Romero Jordan Patterson Alexander Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar Stevens Murray Ford Castro Marshall Owens Harrison Fernández McDonald Woods Washington Kennedy Wells Vargas Henry Chen Freeman Webb Tucker Guzmán Burns Crawford Olson Simpson Porter Gordon Soto Silva Sharma Gupta Singh Iyer Reddy Kaur Chowdhury Rahman Khan Ahmed Hussein Haddad Nasser Mansour Okafor Adeyemi Mensah Diallo Abebe Mwangi Wong Huang Liu Zhang Yang Li Park Choi Jung Kang Tanaka Suzuki Watanabe Yamamoto Nakamura Phạm Lê Bùi Santos Pereira Oliveira Costa Ferreira Rossi Bianchi Romano Conti Müller Schmidt Weber Fischer Hoffmann Novak Kovács Nagy Dvořák Kowalski Wiśniewski Lindqvist Johansson Bergström Nielsen Hansen Sørensen Larsen Andersen O'Brien O'Connor Byrne Doyle Gallagher MacLeod Fraser Petrov Ivanova Volkov Sokolova Papadopoulos Yılmaz Demir Azizi Rostami Goldberg Cohen Levy Rosen".split(
    ' ',
  );
const businesses =
  'Logistics|Landscaping|Electric|Construction|Catering|Plumbing|Rentals|Couriers|Roofing|Tile & Stone|Pool Service|Security|Farms|Moving|Events|Printing|Coffee|Fire & Safety|Painting|Medical Transport'.split(
    '|',
  );
const titles = 'Office manager|Owner|Fleet manager|Operations lead|Buyer|Site foreman|Dispatcher|Controller|Facilities|Assistant'.split('|');

/** A city with the area codes its people have. */
export interface City {
  readonly city: string;
  readonly state: string;
  readonly areaCodes: readonly string[];
}
const createCity = (line: string): City => {
  const [name = '', state = '', codes = ''] = line.split('|');
  return { city: name, state, areaCodes: codes.split(' ') };
};

/** Cities in which the first company's customers live, nearest and most frequent first. */
export const customerCities: readonly City[] = [
  'Los Angeles|CA|213 323 310',
  'Oakland|CA|510 341',
  'San Francisco|CA|415 628',
  'Sacramento|CA|916 279',
  'Long Beach|CA|562',
  'Pasadena|CA|626',
  'Burbank|CA|818 747',
  'Santa Rosa|CA|707',
  'San José|CA|408 669',
  'San Diego|CA|619 858',
  'Fresno|CA|559',
  'Riverside|CA|951',
  'Irvine|CA|949',
  'Anaheim|CA|714 657',
  'Stockton|CA|209',
  'Ventura|CA|805',
  'Walnut Creek|CA|925',
  'Palo Alto|CA|650',
  'Monterey|CA|831',
  'Chico|CA|530',
  'Bakersfield|CA|661',
  'Palm Springs|CA|760 442',
  'Portland|OR|503 971',
  'Eugene|OR|541',
  'Seattle|WA|206 253',
  'Reno|NV|775',
  'Las Vegas|NV|702 725',
  'Phoenix|AZ|602 480',
  'Tucson|AZ|520',
  'Boise|ID|208',
  'Salt Lake City|UT|801 385',
  'Denver|CO|303 720',
].map(createCity);

/** A person's name; now and then with a second family name. */
export function createPersonName(random: Random): { first: string; last: string } {
  const last = random.pick(lastNames);
  return { first: random.pick(firstNames), last: random.chance(0.03) ? `${last}-${random.pick(lastNames)}` : last };
}

/** A small business under a family's name. */
export const createBusinessName = (random: Random): string => `${random.pick(lastNames)} ${random.pick(businesses)}`;

/** Picks a person's position at a business. */
export const pickJobTitle = (random: Random): string => random.pick(titles);

const spoken: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ı: 'i', ß: 'ss', æ: 'ae', đ: 'd' };
/** A name as it stands in addresses: no accents, no capitals. */
export const toPlainName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[øłıßæđ]/g, (letter) => spoken[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '');
