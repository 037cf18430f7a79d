"""A small convolutional autoencoder that draws a picture again: the attack that removes other invisible marks.

    python3 regeneration.py train PICTURES WEIGHTS --shrunk 16 --channels 8   learns from the pictures of a folder
    python3 regeneration.py apply WEIGHTS < copy.png > again.png              draws one again

It keeps `channels` whole numbers for every `shrunk` × `shrunk` pixels, so whatever these cannot hold is lost. Needs PyTorch, Pillow and NumPy
(Debian: python3-torch, python3-pil, python3-numpy). Run by regeneration.ts.
"""

import argparse
import random
import sys
from io import BytesIO
from math import log2, log10
from pathlib import Path

import numpy
import torch
from PIL import Image
from torch import nn
from torch.nn import functional

SEED = 20261128
WIDTH = 64
CROP_PX = 128
BATCH = 8


class Autoencoder(nn.Module):
    def __init__(self, shrunk: int, channels: int) -> None:
        super().__init__()
        halvings = int(log2(shrunk)) - 1
        encoder = [nn.PixelUnshuffle(2), nn.Conv2d(12, WIDTH, 3, padding=1), nn.LeakyReLU(0.1)]
        for _ in range(halvings):
            encoder += [nn.Conv2d(WIDTH, WIDTH, 4, 2, 1), nn.LeakyReLU(0.1)]
        encoder += [nn.Conv2d(WIDTH, WIDTH, 3, padding=1), nn.LeakyReLU(0.1), nn.Conv2d(WIDTH, channels, 1)]
        decoder = [nn.Conv2d(channels, WIDTH, 3, padding=1), nn.LeakyReLU(0.1)]
        for _ in range(halvings):
            decoder += [nn.Conv2d(WIDTH, 4 * WIDTH, 3, padding=1), nn.PixelShuffle(2), nn.LeakyReLU(0.1)]
        decoder += [nn.Conv2d(WIDTH, 12, 3, padding=1), nn.PixelShuffle(2)]
        self.encoder, self.decoder = nn.Sequential(*encoder), nn.Sequential(*decoder)
        self.kept = {"shrunk": shrunk, "channels": channels}

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        numbers = self.encoder(pictures)
        # Rounding has no gradient: noise of the same size takes its place while learning.
        rounded = numbers + torch.rand_like(numbers) - 0.5 if self.training else numbers.round()
        return self.decoder(rounded)


def to_tensor(picture: Image.Image) -> torch.Tensor:
    values = numpy.asarray(picture.convert("RGB"), dtype=numpy.float32) / 127.5 - 1
    return torch.from_numpy(values).permute(2, 0, 1)


def crop(picture: torch.Tensor) -> torch.Tensor:
    """One with something on it: packshots are mostly white."""
    for _ in range(20):
        top, left = (random.randrange(side - CROP_PX) for side in picture.shape[1:])
        part = picture[:, top : top + CROP_PX, left : left + CROP_PX]
        if part.std() > 0.1:
            break
    return part


def train(pictures: Path, weights: Path, shrunk: int, channels: int, steps: int) -> None:
    random.seed(SEED)
    torch.manual_seed(SEED)
    known = [to_tensor(Image.open(file)) for file in sorted(pictures.iterdir())]
    model = Autoencoder(shrunk, channels)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, total_steps=steps)
    for step in range(steps):
        batch = torch.stack([crop(random.choice(known)) for _ in range(BATCH)])
        loss = functional.mse_loss(model(batch), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 100 == 99:
            print(f"{weights.name}: step {step + 1}, {10 * log10(4 / loss.item()):.1f} dB", file=sys.stderr)
    torch.save({**model.kept, "state": model.state_dict()}, weights)



def apply(weights: Path) -> None:
    kept = torch.load(weights)
    model = Autoencoder(kept["shrunk"], kept["channels"])
    model.load_state_dict(kept["state"])
    model.eval()
    copy = to_tensor(Image.open(BytesIO(sys.stdin.buffer.read())))
    height, width = copy.shape[1:]
    room = (0, -width % kept["shrunk"], 0, -height % kept["shrunk"])
    with torch.no_grad():
        drawn = model(functional.pad(copy[None], room, mode="replicate"))[0, :, :height, :width]
    values = ((drawn.permute(1, 2, 0) + 1) * 127.5).round().clamp(0, 255).to(torch.uint8).numpy()
    Image.fromarray(values).save(sys.stdout.buffer, "PNG")


def main() -> None:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train")
    training.add_argument("pictures", type=Path)
    training.add_argument("weights", type=Path)
    training.add_argument("--shrunk", type=int, required=True)
    training.add_argument("--channels", type=int, required=True)
    training.add_argument("--steps", type=int, default=1500)
    applying = commands.add_parser("apply")
    applying.add_argument("weights", type=Path)
    options = vars(parser.parse_args())
    {"train": train, "apply": apply}[options.pop("command")](**options)


main()
