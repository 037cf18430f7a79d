/** What `packshot-pull --help` prints. */
export const HELP = `Usage: packshot-pull LIST --out FOLDER [options]

Buys the products of a list and fetches them: pictures, products.ndjson, products.csv and a report.
Repeat the command after anything that stopped it: what is bought is never paid for twice.

LIST is text with a barcode on each line, or CSV; - reads stdin. Barcodes may have any form.

  --out FOLDER           where everything goes; the folder also remembers what was bought (default: .)
  --column NAME|NUMBER   which column of the list holds the barcodes (default: the one named so)
  --include A,B          info, hechshers, nutrition, ingredients, catalog_meta, image_meta, images,
                         or product_meta for the first five (default: all)
  --variants A,B         front, back, front_clean, back_clean (default: all)
  --size PIXELS          longer edge of the pictures, of the sizes the service prepares (default: full)
  --max-credits AMOUNT   stop rather than spend more than that for the folder, all runs together
  --yes                  buy without asking
  --parallel NUMBER      pictures fetched at a time, 1 to 32 (default: 4)
  --format SHOP          also write the import file of woocommerce, shopify or google-merchant
  --image-base-url URL   where the shop will serve the pictures of the folder
  --url URL              the service (PACKSHOT_URL)
  --client-id ID         the key that pays (PACKSHOT_CLIENT_ID)
  --api-key-file FILE    a file with the key's secret (or PACKSHOT_API_KEY; never on the command line)
  --help, --version

Exit codes:
  0  done; what of the list was not found is in report.csv
  1  something failed on the way: run the same command again
  2  options, list, folder or credentials are not usable
  3  not bought: nobody said yes
  4  not bought: it costs more than --max-credits or the balance
`;
