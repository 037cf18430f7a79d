/** What `packshot-pull --help` prints. */
export const HELP = `Usage: packshot-pull LIST --out FOLDER [options]

Buys the products on a list and fetches them: pictures, products.ndjson, products.csv and a report.
If anything interrupts the command, run it again: nothing is paid for twice.

LIST is a text file with one barcode per line, a CSV file of any kind, or an Excel workbook (.xlsx); - reads stdin.
Barcodes may have any form. How the list was read is printed first.

  --out FOLDER           where to write everything; the folder also records what was bought (default: .)
  --column NAME|NUMBER   column of the list that holds the barcodes (default: detected by its
                         name and its check digits)
  --encoding NAME        encoding of the list, such as windows-1255 (default: detected)
  --delimiter CHARACTER  character between the cells of the list, or tab (default: detected)
  --sheet NAME|NUMBER    sheet of the workbook (default: the first visible one that holds something)
  --include A,B          info, hechshers, nutrition, ingredients, catalog_meta, image_meta, images,
                         or product_meta for the first five (default: all)
  --variants A,B         front, back, front_clean, back_clean (default: all)
  --size PIXELS          longer edge of the pictures, one of the sizes the service offers (default: full)
  --max-credits AMOUNT   never spend more than this on the folder, in all runs together
  --yes                  buy without asking
  --parallel NUMBER      number of pictures to fetch at a time, 1 to 32 (default: 4)
  --format SHOP          also write an import file for woocommerce, shopify or google-merchant
  --image-base-url URL   URL at which the shop will serve the pictures in the folder
  --url URL              base URL of the service (or PACKSHOT_URL)
  --client-id ID         ID of the key that pays (or PACKSHOT_CLIENT_ID)
  --api-key-file FILE    file with the key's secret (or PACKSHOT_API_KEY; it is not an option)
  --help, --version

Exit codes:
  0  done; report.csv shows what was not found
  1  something failed: run the same command again
  2  the options, list, folder or credentials are not usable
  3  not bought: not confirmed
  4  not bought: it costs more than --max-credits or the balance
`;
