import type { DEPARTMENTS } from "../../src/catalogue/fields/vocabularies.ts";
import type { RecordInfo } from "./record.ts";

/** A kind of product that generated records are picked from. */
export type Kind = {
	noun: string;
	qualities: readonly string[];
	department: (typeof DEPARTMENTS)[number];
	category: string;
	subcategory: string;
	bracha: NonNullable<RecordInfo["bracha"]> | null;
	status: "dairy" | "meat" | "pareve" | null;
	ingredients: string;
	allergens: readonly string[];
	serving: string;
	/** Calories, fat (g), sodium (mg), carbohydrate, sugars and protein (g) per serving; null for non-food. */
	typical: readonly [number, number, number, number, number, number] | null;
};

const BAKED = "Enriched wheat flour, water, sunflower oil, sugar, yeast, salt";

// biome-ignore format: a table reads best with one row a line
export const KINDS: readonly Kind[] = [
	kind("Crackers", "Sesame|Wheat|Rosemary|Sea Salt|Multigrain|Onion", "Nosh and Snacks", "Crackers", "Savory Crackers", "mezonos", "pareve", BAKED, "wheat|sesame", "6 crackers (30g)", [130, 4.5, 210, 20, 1, 3]),
	kind("Cookies", "Oatmeal|Cocoa|Vanilla|Ginger|Almond|Lemon", "Nosh and Snacks", "Cookies", "Sweet Biscuits", "mezonos", "pareve", "Wheat flour, sugar, palm oil, eggs, cocoa, baking powder, salt", "wheat|eggs", "3 cookies (33g)", [160, 7, 95, 23, 11, 2]),
	kind("Potato Chips", "Kettle|Barbecue|Salted|Ridged|Dill", "Nosh and Snacks", "Chips", "Potato Chips", "haadama", "pareve", "Potatoes, sunflower oil, salt", "", "about 15 chips (28g)", [160, 10, 170, 15, 0.3, 2]),
	kind("Chocolate Bar", "Dark|Milk|Hazelnut|Orange|Sea Salt", "Nosh and Snacks", "Chocolate", "Bars", "shehakol", "dairy", "Cocoa mass, sugar, cocoa butter, milk powder, soy lecithin, vanilla", "milk|soy", "3 squares (30g)", [170, 11, 15, 16, 13, 2]),
	kind("Roasted Nuts", "Salted|Smoked|Honey|Raw|Mixed", "Nosh and Snacks", "Nuts", "Nuts and Seeds", "haetz", "pareve", "Almonds, cashews, sunflower oil, salt", "tree nuts", "1/4 cup (30g)", [180, 15, 110, 7, 2, 6]),
	kind("Sandwich Bread", "White|Wholewheat|Rye|Oat|Spelt", "Bread & Bakery", "Bread", "Sliced Bread", "hamotzi", "pareve", BAKED, "wheat", "1 slice (38g)", [100, 1.5, 180, 18, 2, 4]),
	kind("Pita", "White|Wholewheat|Mini|Thin", "Bread & Bakery", "Bread", "Flatbread", "hamotzi", "pareve", "Wheat flour, water, yeast, salt", "wheat", "1 pita (80g)", [220, 1, 380, 44, 1, 8]),
	kind("Milk", "Whole|Low Fat|Skim|Lactose Free", "Dairy & Eggs", "Milk", "Fresh Milk", "shehakol", "dairy", "Milk, vitamin D3", "milk", "1 cup (240mL)", [150, 8, 125, 12, 12, 8]),
	kind("Yogurt", "Plain|Strawberry|Peach|Vanilla|Blueberry", "Dairy & Eggs", "Yogurt", "Cultured Dairy", "shehakol", "dairy", "Cultured milk, sugar, fruit, pectin", "milk", "1 cup (150g)", [120, 2.5, 75, 17, 14, 8]),
	kind("Cheese", "Mild|Smoked|Mature|Herbed|Shredded", "Dairy & Eggs", "Cheese", "Hard Cheese", "shehakol", "dairy", "Milk, salt, cultures, microbial enzymes", "milk", "1 oz (28g)", [110, 9, 180, 1, 0, 7]),
	kind("Grape Juice", "Concord|White|Rose|Light", "Beverages", "Juice", "Grape Juice", "hagafen", "pareve", "Grape juice, sulfites", "sulfites", "8 fl oz (240mL)", [150, 0, 15, 38, 36, 1]),
	kind("Seltzer", "Plain|Lemon|Raspberry|Grapefruit|Lime", "Beverages", "Water", "Sparkling Water", "shehakol", "pareve", "Carbonated water, natural flavor", "", "12 fl oz (355mL)", [0, 0, 0, 0, 0, 0]),
	kind("Coffee", "Dark|Medium|Espresso|Decaf|Breakfast", "Beverages", "Coffee", "Ground Coffee", "shehakol", "pareve", "Roasted coffee beans", "", "1 tbsp (6g)", [5, 0, 0, 1, 0, 0.3]),
	kind("Tea", "Green|Black|Mint|Ginger|Chamomile", "Beverages", "Tea", "Tea Bags", "shehakol", "pareve", "Tea leaves, natural flavor", "", "1 tea bag (2g)", [0, 0, 0, 0, 0, 0]),
	kind("Pasta", "Penne|Fusilli|Orzo|Wholewheat|Egg", "Groceries", "Pasta", "Dry Pasta", "mezonos", "pareve", "Durum wheat semolina", "wheat", "2 oz (56g)", [200, 1, 0, 42, 2, 7]),
	kind("Rice", "Basmati|Brown|Jasmine|Round Grain|Wild", "Groceries", "Rice", "Dry Grains", "mezonos", "pareve", "Rice", "", "1/4 cup (45g)", [160, 0.5, 0, 36, 0, 3]),
	kind("Olive Oil", "Extra Virgin|Light|Garlic|Cold Pressed", "Groceries", "Oil", "Olive Oil", "shehakol", "pareve", "Olive oil", "", "1 tbsp (15mL)", [120, 14, 0, 0, 0, 0]),
	kind("Honey", "Wildflower|Clover|Orange Blossom|Creamed", "Groceries", "Spreads", "Honey", "shehakol", "pareve", "Honey", "", "1 tbsp (21g)", [60, 0, 0, 17, 17, 0]),
	kind("Tomato Sauce", "Basil|Chunky|Garlic|Spicy|Roasted", "Groceries", "Sauces", "Pasta Sauce", "shehakol", "pareve", "Tomatoes, olive oil, onions, garlic, basil, salt", "", "1/2 cup (125g)", [70, 2.5, 420, 11, 7, 2]),
	kind("Soup Mix", "Chicken Style|Onion|Mushroom|Vegetable", "Groceries", "Soups", "Soup Mixes", "shehakol", "pareve", "Salt, corn starch, onion powder, yeast extract, turmeric", "soy|celery", "1 tbsp (8g)", [20, 0.5, 780, 4, 1, 0.3]),
	kind("Hummus", "Classic|Garlic|Pine Nut|Spicy|Roasted Pepper", "Appetizing", "Dips", "Hummus", "shehakol", "pareve", "Chickpeas, tahini, lemon juice, garlic, salt", "sesame", "2 tbsp (28g)", [70, 5, 130, 5, 0.3, 2]),
	kind("Herring", "Pickled|Matjes|Cream|Mustard", "Appetizing", "Fish", "Cured Fish", "shehakol", "pareve", "Herring, water, vinegar, sugar, onions, salt", "fish", "2 oz (55g)", [110, 6, 480, 5, 5, 8]),
	kind("Turkey Slices", "Smoked|Roasted|Pepper|Honey", "Appetizing", "Deli", "Sliced Meats", "shehakol", "meat", "Turkey breast, water, salt, sugar, spices", "", "2 oz (56g)", [60, 1, 460, 2, 1, 11]),
	kind("Pizza", "Cheese|Mushroom|Olive|Garden", "Frozen", "Pizza", "Frozen Meals", "mezonos", "dairy", "Wheat flour, mozzarella cheese, tomatoes, olive oil, salt", "wheat|milk", "1 slice (120g)", [290, 11, 560, 36, 4, 12]),
	kind("Chicken Nuggets", "Crispy|Whole Grain|Spicy|Mini", "Frozen", "Poultry", "Breaded Chicken", "shehakol", "meat", "Chicken, wheat flour, corn starch, canola oil, salt, spices", "wheat", "4 pieces (85g)", [190, 10, 420, 13, 0.3, 12]),
	kind("Peas", "Garden|Baby|Petite|Steam", "Frozen", "Vegetables", "Frozen Vegetables", "haadama", "pareve", "Green peas", "", "2/3 cup (90g)", [70, 0.5, 100, 12, 5, 5]),
	kind("Ice Cream", "Vanilla|Cocoa|Pistachio|Berry|Caramel", "Frozen", "Desserts", "Ice Cream", "shehakol", "dairy", "Milk, cream, sugar, egg yolks, vanilla", "milk|eggs", "2/3 cup (88g)", [210, 12, 55, 22, 20, 4]),
	kind("Matzah", "Thin|Egg|Wholewheat|Spelt", "Passover", "Matzah", "Matzah", "hamotzi", "pareve", "Passover wheat flour, water", "wheat", "1 matzah (28g)", [110, 0.3, 0, 23, 0.3, 3]),
	kind("Macaroons", "Coconut|Almond|Cocoa|Pistachio", "Passover", "Cookies", "Macaroons", "shehakol", "pareve", "Coconut, sugar, egg whites, potato starch", "tree nuts|eggs", "2 pieces (30g)", [130, 7, 45, 16, 14, 1]),
	kind("Protein Bar", "Peanut|Cocoa|Date|Coconut", "Health & Nutrition", "Bars", "Nutrition Bars", "shehakol", "dairy", "Whey protein, dates, peanuts, cocoa, sea salt", "milk|peanuts", "1 bar (50g)", [200, 7, 140, 22, 12, 15]),
	kind("Vitamin C", "Chewable|Buffered|Citrus|Daily", "Health & Nutrition", "Supplements", "Vitamins", null, "pareve", "Ascorbic acid, sorbitol, citric acid, stearic acid", "", "1 tablet", [5, 0, 0, 1, 0.3, 0]),
	kind("Dish Soap", "Lemon|Lavender|Unscented|Apple", "Household & Cleaning", "Dishwashing", "Liquid Soap", null, null, "", "", "", null),
	kind("Aluminum Foil", "Heavy Duty|Standard|Wide|Non-Stick", "Kitchen Essentials", "Wraps", "Foil", null, null, "", "", "", null),
	kind("Candles", "Shabbat|Tapered|Tea Light|Beeswax", "Home & Leisure", "Candles", "Candles", null, null, "", "", "", null),
	kind("Baby Shampoo", "Gentle|Chamomile|Tear Free|Oat", "Baby & Bath", "Hair Care", "Shampoo", null, null, "", "", "", null),
	kind("Chanukah Candles", "Twisted|Honeycomb|Pastel|Classic", "Chanukah", "Candles", "Menorah Candles", null, null, "", "", "", null),
	kind("Hamantaschen", "Poppy|Raspberry|Apricot|Cocoa", "Purim", "Pastry", "Filled Pastry", "mezonos", "pareve", "Wheat flour, sugar, margarine, eggs, fruit filling, salt", "wheat|eggs", "1 piece (35g)", [140, 5, 70, 21, 9, 2]),
	kind("Honey Cake", "Classic|Spiced|Coffee|Apple", "Tishrei Holidays", "Cake", "Honey Cake", "mezonos", "pareve", "Wheat flour, honey, sugar, eggs, canola oil, spices", "wheat|eggs", "1 slice (55g)", [180, 6, 130, 29, 18, 3]),
	kind("Sushi Roll", "Avocado|Salmon|Cucumber|Sweet Potato", "Sushi", "Sushi", "Rolls", "mezonos", "pareve", "Rice, nori, salmon, cucumber, rice vinegar, sugar, sesame", "fish|sesame", "8 pieces (180g)", [310, 7, 490, 52, 7, 11]),
];

function kind(
	noun: string,
	qualities: string,
	department: Kind["department"],
	category: string,
	subcategory: string,
	bracha: Kind["bracha"],
	status: Kind["status"],
	ingredients: string,
	allergens: string,
	serving: string,
	typical: Kind["typical"],
): Kind {
	return {
		noun,
		qualities: qualities.split("|"),
		department,
		category,
		subcategory,
		bracha,
		status,
		ingredients,
		allergens: allergens ? allergens.split("|") : [],
		serving,
		typical,
	};
}
